package identity

// Undoable is an act of one of the staff that they can still take back: data, of which the screen
// makes words.
type Undoable struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"              enum:"date,draft,message,volunteer,request,hours,issue" doc:"of what; it says where it is taken back"`
	Act     string `json:"act"               doc:"what was done, as the answer to it or the log book has it"`
	Of      string `json:"of"                doc:"id of what it was done to"`
	Title   string `json:"title,omitempty"   doc:"of that, for who may read it"`
	Subject string `json:"subject,omitempty" doc:"id of the person of a date, or the day of opening hours"`
	Name    string `json:"name,omitempty"    doc:"first name of that person"`
	Now     int    `json:"now,omitempty"     doc:"the number after it: seats, dates"`
	Outcome string `json:"outcome,omitempty" doc:"of a call"`
	At      string `json:"at"                format:"date-time"`
	Until   string `json:"until"             format:"date-time"`
}
