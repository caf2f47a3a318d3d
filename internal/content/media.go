package content

import "herstelruimte/internal/files"

// images are the ids of the files that a document shows.
func (s *Story) images() []string { return append(s.Body.Images(), pictured(s.Image)...) }

func (n *NewsItem) images() []string { return append(n.Body.Images(), pictured(n.Image)...) }

func (p Page) images() (ids []string) {
	for _, b := range p.Blocks {
		ids = append(ids, b.Body.Images()...)
	}
	return ids
}

func pictured(p *files.Picture) []string {
	if p == nil {
		return nil
	}
	return []string{p.FileID}
}
