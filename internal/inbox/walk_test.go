package inbox_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"herstelruimte/internal/inbox"
	"herstelruimte/internal/longtest"
	"herstelruimte/internal/roomtest"
)

// reader gives the next page of the open parcels, nothing behind the last.
type reader func() []string

// byKey reads on from the last row of the page before, as staff do.
func (d *door) byKey() reader {
	next, over := "", false
	return func() (ids []string) {
		if over {
			return nil
		}
		rows, after, err := d.List(d.t.Context(), noor, open, next)
		if err != nil {
			d.t.Fatal(err)
		}
		for _, p := range rows {
			ids = append(ids, p.ID)
		}
		next, over = after, after == ""
		return ids
	}
}

// byNumber counts rows from the beginning: the way that is wrong.
func (d *door) byNumber() reader {
	skip := 0
	return func() (ids []string) {
		if err := d.DB.QueryRow(d.t.Context(), `
			select coalesce(array_agg(id), '{}')
			from (
				select id
				from parcel
				where done_at is null
				order by received_at, id
				limit $1
				offset $2
			) page`, inbox.PageSize, skip).Scan(&ids); err != nil {
			d.t.Fatal(err)
		}
		skip += inbox.PageSize
		return ids
	}
}

// walk reads a list of n parcels page by page while others come, go and are handled, before and
// behind what was read. It says what came twice, what was there all the time and never came, and
// what came after it was gone.
func (d *door) walk(n int, next reader) (twice, missing, gone int) {
	d.t.Helper()
	d.exec(`delete from parcel`)
	d.fill(2 * n) // every second one is done
	random := rand.New(rand.NewPCG(uint64(n), 2))
	came, away := map[string]int{}, map[string]bool{}
	var left []string
	for i := 1; i <= 2*n; i += 2 {
		left = append(left, fmt.Sprint("par_", i))
	}
	for number := 0; ; number++ {
		page := next()
		if len(page) == 0 {
			break
		}
		for _, id := range page {
			came[id]++
			if away[id] {
				gone++
			}
		}
		for i := range 20 {
			if i%2 == 0 {
				d.exec(`
					insert into parcel (id, owner, received_at)
					values ($1, 'bart', $2)`, fmt.Sprintf("new_%d_%d", number, i),
					roomtest.Monday.Add(time.Duration(random.IntN(2*n))*time.Minute))
				continue
			}
			if len(left) == 0 {
				continue
			}
			at := random.IntN(len(left))
			away[left[at]] = true
			d.exec([]string{
				`delete from parcel where id = $1`,
				`update parcel set done_at = received_at where id = $1`,
			}[random.IntN(2)], left[at])
			left = slices.Delete(left, at, at+1)
		}
	}
	for _, times := range came {
		if times > 1 {
			twice++
		}
	}
	for _, id := range left {
		if came[id] == 0 {
			missing++
		}
	}
	return twice, missing, gone
}

func TestWhoWalksAListThatChangesMeetsEveryRowOnce(t *testing.T) {
	t.Parallel()
	d := setup(t)
	n := longtest.N(t, 500, 10000)
	if twice, missing, gone := d.walk(n, d.byKey()); twice+missing+gone > 0 {
		t.Errorf("%d came twice, %d never, %d after they were gone", twice, missing, gone)
	}
	// the control: pages by number lose rows, or show them twice
	if twice, missing, _ := d.walk(n, d.byNumber()); twice == 0 || missing == 0 {
		t.Errorf("pages by number: %d twice, %d never: these changes prove nothing", twice, missing)
	}
}
