package privacy

import "context"

// ConsentCount is how many of what is kept now were agreed to by one sentence, in one way. What is
// erased takes its consent along, and no longer counts.
type ConsentCount struct {
	Kind    string `json:"kind"           enum:"registration,entry,newsletter,story"`
	Version string `json:"version"`
	Text    string `json:"text,omitempty" doc:"the sentence; empty: it stands on a paper of its own"`
	Source  string `json:"source"         enum:"site,telefoon,balie,papier"`
	N       int    `json:"n"`
}

// ConsentList is the consent log: by kind and version.
type ConsentList struct {
	Items []ConsentCount `json:"items" nullable:"false"`
}

// Consents is the log of what people agreed to. Rooms are those that keep a consent.
type Consents struct {
	Rooms []func(context.Context) ([]ConsentCount, error)
}

// List asks every room.
func (c *Consents) List(ctx context.Context) (ConsentList, error) {
	out := ConsentList{Items: []ConsentCount{}}
	for _, room := range c.Rooms {
		some, err := room(ctx)
		if err != nil {
			return out, err
		}
		out.Items = append(out.Items, some...)
	}
	return out, nil
}
