package content

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
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

// mostChoices bounds what can be chosen from; older stories and news are read on the site.
const mostChoices = 20

// IssueChoices gives them.
func (d *Documents) IssueChoices(ctx context.Context) (out IssueChoices, err error) {
	now := d.Clock.Now()
	if out.Stories, err = d.storyChoices(ctx, now); err != nil {
		return out, err
	}
	if out.Dates, err = d.coming(ctx); err != nil {
		return out, err
	}
	news, _, err := newest[NewsItem](ctx, d.Pool, section{
		now: now, kind: kindNews, after: db.Last, n: mostChoices,
	})
	if err != nil {
		return out, err
	}
	out.News = make([]IssueNews, len(news))
	for i, n := range news {
		out.News[i] = IssueNews{ID: n.id, Title: n.doc.Title, Summary: n.doc.Summary}
	}
	roles, err := d.roles(ctx)
	out.Calls = make([]IssueCall, len(roles.Items))
	for i, r := range roles.Items {
		out.Calls[i] = IssueCall{r.ID, "Gezocht: " + r.Title + "\n" + r.Text}
	}
	return out, err
}

func (d *Documents) coming(ctx context.Context) ([]IssueDate, error) {
	if d.Coming == nil {
		return []IssueDate{}, nil
	}
	return d.Coming(ctx)
}

func (d *Documents) storyChoices(
	ctx context.Context,
	now time.Time,
) ([]IssueStoryChoice, error) {
	rows, _, err := newest[Story](ctx, d.Pool, section{
		now: now, kind: kindStory, after: db.Last, n: mostChoices,
	})
	if err != nil {
		return nil, err
	}
	out := make([]IssueStoryChoice, len(rows))
	for i, r := range rows {
		if out[i].IssueStory, out[i].May, err = d.mailable(ctx, d.Pool, r); err != nil {
			return nil, err
		}
		err = d.Pool.QueryRow(ctx, `
			select coalesce((
				select published->>'subject'
				from document
				where kind = $2 and published->'story'->>'id' = $1
				order by sort_at desc
				limit 1
			), '')`, r.id, kindIssue).Scan(&out[i].Told)
		if err != nil {
			return nil, db.Problem(err)
		}
	}
	return out, nil
}

// mailable is a story as a newsletter tells of it, and whether its teller lets it. Without a record
// of the consent, which only an import has, it does not.
func (d *Documents) mailable(
	ctx context.Context,
	q db.Querier,
	r row[Story],
) (s IssueStory, may bool, err error) {
	s = IssueStory{
		ID:          r.id,
		Title:       r.doc.Title,
		DisplayName: r.doc.DisplayName,
		Text:        r.doc.Intro,
	}
	if r.doc.ContentNote != "" {
		s.Text = r.doc.ContentNote + "\n" + s.Text
	}
	c, err := d.consentOf(ctx, q, r.id, "")
	return s, err == nil && c.withdrawnAt == nil && c.Ticks.Text && c.Ticks.Newsletter, err
}

// IssueDraft is a newsletter as it would go now: what it tells of is as the site tells it, and what
// may not be told any more is not in it.
type IssueDraft struct {
	mail.Issue
	Version int             // of the words, also those that another wrote
	Faults  []problem.Field // what keeps it from going
	// Story says whose story is in it; Lost, that one was chosen which may not be in it (any more).
	Story string
	Lost  bool
	Gone  bool // in the trash
	// Doc is its document as it would go; Dropped are the ids of what was chosen and is not in it.
	Doc     json.RawMessage
	Dropped []string
}

// IssueDraft gives the working copy, read by q. not_found: there is none.
func (d *Documents) IssueDraft(ctx context.Context, q db.Querier, id string) (IssueDraft, error) {
	h, err := d.Desk.Peek(ctx, q, kindIssue, id)
	if err != nil {
		return IssueDraft{}, db.Problem(err)
	}
	i, lost, err := d.asNow(ctx, q, h.Doc)
	if err != nil {
		return IssueDraft{}, err
	}
	var chosen Issue
	if err := json.Unmarshal(h.Doc, &chosen); err != nil {
		return IssueDraft{}, err
	}
	p := IssueDraft{
		Doc:     db.JSON(i),
		Dropped: chosen.without(i),
		Version: h.Version,
		Faults:  i.Validate(),
		Lost:    lost,
		Gone:    h.Status == editing.StatusTrashed,
	}
	if i.Story != nil {
		p.Story = i.Story.DisplayName
	}
	p.Issue = d.mailed(i)
	return p, nil
}

// parts are the ids of what a newsletter tells of.
func (i *Issue) parts() (ids []string) {
	if i.Story != nil {
		ids = append(ids, i.Story.ID)
	}
	for _, d := range i.Dates {
		ids = append(ids, d.OccurrenceID)
	}
	for _, n := range i.News {
		ids = append(ids, n.ID)
	}
	return ids
}

// without are the ids of what a newsletter tells of and the other does not.
func (i *Issue) without(other Issue) []string {
	out, there := []string{}, other.parts()
	for _, id := range i.parts() {
		if !slices.Contains(there, id) {
			out = append(out, id)
		}
	}
	return out
}

// asNow is a stored newsletter with what the site says now of its story, dates and news. lost: its
// story may not be told.
func (d *Documents) asNow(
	ctx context.Context,
	q db.Querier,
	doc []byte,
) (i Issue, lost bool, err error) {
	if err = json.Unmarshal(doc, &i); err != nil {
		return i, false, err
	}
	now := d.Clock.Now()
	if i.Story != nil {
		chosen := i.Story.ID
		i.Story = nil
		found, err := find[Story](
			ctx, q, cardColumns, `d.kind = $2 and d.id = $3 and `+shown, now, kindStory, chosen,
		)
		if err != nil {
			return i, false, err
		}
		lost = true
		if len(found) > 0 {
			s, may, err := d.mailable(ctx, q, found[0])
			if err != nil {
				return i, false, err
			}
			if may {
				i.Story, lost = &s, false
			}
		}
	}
	ids, all := []string{}, i.News
	for _, n := range i.News {
		ids = append(ids, n.ID)
	}
	found, err := find[NewsItem](
		ctx, q, cardColumns, `d.kind = $2 and d.id = any($3) and `+shown, now, kindNews, ids,
	)
	i.News = []IssueNews{}
	for _, n := range all {
		for _, r := range found {
			if r.id == n.ID {
				i.News = append(i.News, IssueNews{r.id, r.doc.Title, r.doc.Summary})
			}
		}
	}
	if err != nil || len(i.Dates) == 0 {
		return i, lost, err
	}
	coming, err := d.coming(ctx)
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
func (d *Documents) mailed(i Issue) mail.Issue {
	out := mail.Issue{
		Subject:   i.Subject,
		Preheader: i.Preheader,
		Greeting:  i.Greeting,
		Call:      i.Call,
		CallLink:  d.Origin + "/vrijwilligers",
		Text:      i.Text.Plain(),
	}
	if s := i.Story; s != nil {
		out.Story = &mail.IssueStory{Title: s.Title, By: s.DisplayName, Text: s.Text}
		if s.ID != "" {
			out.Story.Link = d.Origin + "/storydetails/" + s.ID
		}
	}
	for _, one := range i.Dates {
		out.Dates = append(out.Dates, mail.IssueDate{
			Title: one.Title,
			When:  when(one),
			Link:  d.Origin + "/agendadetails/" + one.ActivityID + "/" + one.OccurrenceID,
		})
	}
	for _, n := range i.News {
		out.News = append(out.News, mail.IssueNews{
			Title:   n.Title,
			Summary: n.Summary,
			Link:    d.Origin + "/newsdetails/" + n.ID,
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

// SentIssue is a newsletter as visitors read it in the archive, for the mails that still have to
// go: what was taken back since is not in it.
func (d *Documents) SentIssue(ctx context.Context, id string) (mail.Issue, error) {
	r, err := one[Issue](ctx, d.Pool, kindIssue, id, d.Clock.Now())
	if err != nil {
		return mail.Issue{}, err
	}
	i := r.doc
	err = d.withoutGone(ctx, d.Clock.Now(), &i)
	return d.mailed(i), err
}

// SendIssue puts the working copy in the archive, as the site is now, in tx: from here on it is
// what is mailed. invalid: something keeps it from going.
func (d *Documents) SendIssue(ctx context.Context, tx pgx.Tx, id string) error {
	h, err := d.Desk.Hold(ctx, tx, kindIssue, id)
	if err != nil {
		return err
	}
	if h.Status != editing.StatusDraft {
		return problem.New(problem.Conflict)
	}
	i, _, err := d.asNow(ctx, tx, h.Doc)
	if err != nil {
		return err
	}
	if faults := i.Validate(); len(faults) > 0 {
		return problem.WithFields(faults...)
	}
	return d.Desk.Import(ctx, tx, editing.Imported{
		Kind:      kindIssue,
		ID:        id,
		Doc:       i,
		Published: true,
	})
}

// Issues are all newsletters on the desk, the last changed first.
func (d *Documents) Issues(ctx context.Context) ([]editing.Line, error) {
	return d.Desk.Lines(ctx, kindIssue)
}
