package render

// Stats count since start.
type Stats struct{ Renders, Failures, Engines, Shells int64 }

// Stats tells what the engines did.
func (f *Front) Stats() Stats {
	p := f.pool
	return Stats{p.renders.Load(), p.failures.Load(), p.starts.Load(), f.shells.Load()}
}
