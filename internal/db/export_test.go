package db

// Keys is how many keys somebody uses now.
func (g *Gate) Keys() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.doors)
}
