package newsletter

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/editing/shown"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// The kinds of what a newsletter tells of, by their words on the desk.
const (
	stories = "story"
	news    = "news"
	roles   = "role"
)

// IssueChoices are what a newsletter can tell of now, and what it may not.
type IssueChoices struct {
	Stories []IssueStoryChoice `json:"stories" doc:"those that visitors read, from new to old"`
	Dates   []IssueDate        `json:"dates"   doc:"those to come"`
	News    []IssueNews        `json:"news"    doc:"at most 20, from new to old"`
	Calls   []IssueCall        `json:"calls"   doc:"roles for which volunteers are asked"`
}

// IssueStoryChoice is a story, and whether its teller lets it be mailed.
type IssueStoryChoice struct {
	IssueStory
	May  bool   `json:"may"            doc:"the teller agreed to the newsletter"`
	Told string `json:"told,omitempty" doc:"subject of the last newsletter that told of it"`
}

// IssueCall is a role in the words of a call.
type IssueCall struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

func (n *Room) choices(ctx context.Context) (out IssueChoices, err error) {
	told, err := n.Desk.Tellable(ctx, n.Pool, stories, nil)
	if err != nil {
		return out, err
	}
	out.Stories = make([]IssueStoryChoice, len(told))
	for i, t := range told {
		out.Stories[i] = IssueStoryChoice{IssueStory: storyOf(t), May: t.May}
		if err := n.Pool.QueryRow(ctx, `
			select coalesce((
				select published->>'subject'
				from document
				where kind = $2 and published->'story'->>'id' = $1
				order by sort_at desc
				limit 1
			), '')`, t.ID, IssueKind).Scan(&out.Stories[i].Told); err != nil {
			return out, db.Problem(err)
		}
	}
	if out.Dates, err = n.Coming(ctx); err != nil {
		return out, err
	}
	if told, err = n.Desk.Tellable(ctx, n.Pool, news, nil); err != nil {
		return out, err
	}
	out.News, out.Calls = make([]IssueNews, len(told)), []IssueCall{}
	for i, t := range told {
		out.News[i] = IssueNews{t.ID, t.Title, t.Text}
	}
	told, err = n.Desk.Tellable(ctx, n.Pool, roles, nil)
	for _, t := range told {
		if t.May {
			out.Calls = append(out.Calls, IssueCall{t.ID, "Gezocht: " + t.Title + "\n" + t.Text})
		}
	}
	return out, err
}

func storyOf(t editing.Told) IssueStory {
	return IssueStory{ID: t.ID, Title: t.Title, DisplayName: t.By, Text: t.Text}
}

// paper is a newsletter as it would go now: what it tells of is as the site tells it, and what may
// not be told any more is not in it.
type paper struct {
	Issue
	version int             // of the words, also those that another wrote
	faults  []problem.Field // what keeps it from going
	story   string          // whose story is in it
	lost    bool            // a story was chosen that may not be in it (any more)
	gone    bool            // in the trash
	doc     json.RawMessage // its document as it would go
	dropped []string        // ids of what was chosen and is not in it
}

// paper gives the working copy, read by q. not_found: there is none.
func (n *Room) paper(ctx context.Context, q db.Querier, id string) (p paper, err error) {
	h, err := n.Desk.Peek(ctx, q, IssueKind, id)
	if err != nil {
		return p, db.Problem(err)
	}
	var chosen Issue
	if err := json.Unmarshal(h.Doc, &chosen); err != nil {
		return p, err
	}
	if p.Issue, p.lost, err = n.asNow(ctx, q, chosen); err != nil {
		return p, err
	}
	p.doc, p.dropped, p.version = db.JSON(p.Issue), chosen.without(p.Issue), h.Version
	p.faults, p.gone = p.Validate(), h.Status == editing.StatusTrashed
	if p.Story != nil {
		p.story = p.Story.DisplayName
	}
	return p, nil
}

// asNow is a stored newsletter with what the site says now of its story, dates and news. lost: its
// story may not be told.
func (n *Room) asNow(ctx context.Context, q db.Querier, i Issue) (_ Issue, lost bool, err error) {
	if chosen := i.Story; chosen != nil {
		told, err := n.Desk.Tellable(ctx, q, stories, []string{chosen.ID})
		if err != nil {
			return i, false, err
		}
		if i.Story, lost = nil, true; len(told) > 0 && told[0].May {
			s := storyOf(told[0])
			i.Story, lost = &s, false
		}
	}
	ids, all := []string{}, i.News
	for _, one := range all {
		ids = append(ids, one.ID)
	}
	told, err := n.Desk.Tellable(ctx, q, news, ids)
	i.News = []IssueNews{}
	for _, one := range all {
		for _, t := range told {
			if t.ID == one.ID {
				i.News = append(i.News, IssueNews{t.ID, t.Title, t.Text})
			}
		}
	}
	if err != nil || len(i.Dates) == 0 {
		return i, lost, err
	}
	coming, err := n.Coming(ctx)
	dates := i.Dates
	i.Dates = []IssueDate{}
	for _, c := range coming { // in their order, also when one moved
		for _, chosen := range dates {
			if chosen.OccurrenceID == c.OccurrenceID {
				i.Dates = append(i.Dates, c)
			}
		}
	}
	return i, lost, err
}

// mailed is a newsletter with its links.
func (n *Room) mailed(i Issue) mail.Issue {
	out := mail.Issue{
		Subject:   i.Subject,
		Preheader: i.Preheader,
		Greeting:  i.Greeting,
		Call:      i.Call,
		CallLink:  n.Origin + "/vrijwilligers",
		Text:      i.Text.Plain(),
	}
	if s := i.Story; s != nil {
		out.Story = &mail.IssueStory{Title: s.Title, By: s.DisplayName, Text: s.Text}
		if s.ID != "" {
			out.Story.Link = n.Origin + "/storydetails/" + s.ID
		}
	}
	for _, one := range i.Dates {
		out.Dates = append(out.Dates, mail.IssueDate{
			Title: one.Title,
			When:  when(one),
			Link:  n.Origin + "/agendadetails/" + one.ActivityID + "/" + one.OccurrenceID,
		})
	}
	for _, one := range i.News {
		out.News = append(out.News, mail.IssueNews{
			Title:   one.Title,
			Summary: one.Summary,
			Link:    n.Origin + "/newsdetails/" + one.ID,
		})
	}
	return out
}

func when(d IssueDate) string {
	start, err1 := time.Parse(time.RFC3339, d.Start)
	end, err2 := time.Parse(time.RFC3339, d.End)
	if err1 != nil || err2 != nil {
		return strings.TrimSpace(d.Start)
	}
	return mail.Day(start) + ", " + mail.Hours(start.In(clock.Amsterdam), end)
}

// archived is a newsletter as visitors read it, for the mails that still have to go: what was taken
// back since is not in it. Problems: not_found and gone when it is not there.
func (n *Room) archived(ctx context.Context, id string) (mail.Issue, error) {
	now := n.Clock.Now()
	r, err := shown.One[Issue](ctx, n.Pool, IssueKind, id, now)
	if err != nil {
		return mail.Issue{}, err
	}
	err = n.withoutGone(ctx, now, &r.Doc)
	return n.mailed(r.Doc), err
}

// archive puts the working copy in the archive, as the site is now, in tx: from here on it is what
// is mailed. invalid: something keeps it from going.
func (n *Room) archive(ctx context.Context, tx pgx.Tx, id string) error {
	h, err := n.Desk.Hold(ctx, tx, IssueKind, id)
	if err != nil {
		return err
	}
	if h.Status != editing.StatusDraft {
		return problem.New(problem.Conflict)
	}
	p, err := n.paper(ctx, tx, id)
	if err != nil {
		return err
	}
	if len(p.faults) > 0 {
		return problem.WithFields(p.faults...)
	}
	return n.Desk.Import(ctx, tx, editing.Imported{
		Kind:      IssueKind,
		ID:        id,
		Doc:       p.Issue,
		Published: true,
	})
}
