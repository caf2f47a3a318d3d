package convert

import (
	"image"
	"image/color"
	"image/draw"
)

// shrink gives the picture w by h, not larger than it is, on white: each new pixel is the mean of
// all that it covers. Ink stays ink, with no white under it. It holds one row of the old picture at
// a time, so it needs no more memory than the new one.
func shrink(src image.Image, w, h int) *image.RGBA {
	b := src.Bounds()
	s := shrinker{
		out:  image.NewRGBA(image.Rect(0, 0, w, h)),
		line: make([]float32, 4*w),
		sum:  make([]float32, 4*w),
	}
	row := image.NewRGBA(image.Rect(0, 0, b.Dx(), 1))
	white := image.NewUniform(color.White)
	spans := spansOf(b.Dx(), w)
	for y, span := range spansOf(b.Dy(), h) {
		if ink, ok := src.(*image.CMYK); ok {
			copy(row.Pix, ink.Pix[ink.PixOffset(b.Min.X, b.Min.Y+y):])
		} else {
			draw.Draw(row, row.Rect, white, image.Point{}, draw.Src)
			draw.Draw(row, row.Rect, src, image.Pt(b.Min.X, b.Min.Y+y), draw.Over)
		}
		s.narrow(row.Pix, spans)
		s.add(span)
	}
	s.flush()
	return s.out
}

// span is where one old pixel goes: all of it to one new one, or a part to the next one too.
type span struct {
	at         int
	here, next float32 // how much of the new pixel it covers
}

func spansOf(from, to int) []span {
	out := make([]span, from)
	scale := float64(to) / float64(from)
	for i := range out {
		begin, end := float64(i)*scale, float64(i+1)*scale
		at := min(int(begin+1e-9), to-1)
		out[i] = span{at: at, here: float32(end - begin)}
		if over := end - float64(at+1); over > 1e-9 && at+1 < to {
			out[i].here, out[i].next = float32(end-begin-over), float32(over)
		}
	}
	return out
}

type shrinker struct {
	out       *image.RGBA
	line, sum []float32 // this row made narrow; the new row so far
	row       int
}

// narrow makes one old row as wide as the new ones.
func (s *shrinker) narrow(pix []uint8, spans []span) {
	clear(s.line)
	for x, p := range spans {
		c, to := pix[4*x:4*x+4], s.line[4*p.at:]
		for i, v := range c {
			to[i] += float32(v) * p.here
			if p.next > 0 {
				to[4+i] += float32(v) * p.next
			}
		}
	}
}

// add adds the narrow row to the new one, or two, that it belongs to.
func (s *shrinker) add(p span) {
	if p.at != s.row {
		s.flush()
		s.row = p.at
	}
	s.weigh(p.here)
	if p.next > 0 {
		s.flush()
		s.row = p.at + 1
		s.weigh(p.next)
	}
}

func (s *shrinker) weigh(by float32) {
	for i, v := range s.line {
		s.sum[i] += v * by
	}
}

// flush writes the new row, which is complete, and begins the next.
func (s *shrinker) flush() {
	to := s.out.Pix[s.row*s.out.Stride:]
	for i, v := range s.sum {
		to[i] = uint8(min(255, v+0.5))
	}
	clear(s.sum)
}
