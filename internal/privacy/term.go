package privacy

import "time"

// Cut ends a term for what was stored before Until (nil: whenever): it is over when what the term
// counts from was not after By.
type Cut struct {
	Until *time.Time `json:"until,omitempty"`
	By    time.Time  `json:"by"`
}

// CutRows are the rows of a parameter that holds []Cut, as SQL.
func CutRows(cuts string) string {
	return `jsonb_to_recordset(` + cuts + `::jsonb) cut (until timestamptz, by timestamptz)`
}

// TermOver is true of a row whose term is over: from is what it counts from and stored when the row
// came, both as SQL; cuts is the parameter that holds []Cut.
func TermOver(stored, from, cuts string) string {
	return from + ` <= (
		select max(cut.by)
		from ` + CutRows(cuts) + `
		where ` + stored + ` < coalesce(cut.until, 'infinity')
	)`
}
