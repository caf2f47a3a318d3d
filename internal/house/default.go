package house

import "time"

// Default are the settings of a house that has none of its own yet: those of the invented
// Herstelruimte, marked as sample.
func Default() House {
	return House{
		Name:      "Herstelruimte",
		Promise:   "Een plek om op adem te komen",
		Phone:     "+31123456789",
		Email:     "info@herstelruimte.example",
		Address:   []string{"Kerkplein 12, 2e verdieping", "1234 AB Veldermeer"},
		RouteText: "Het Kerkplein ligt in het midden van Veldermeer. De bus stopt bij halte Kerkplein. Je fiets kan in het rek naast de deur.",
		DoorText:  "Bel aan bij de voordeur, bij 'Herstelruimte'. Neem de lift of de trap naar de 2e verdieping. Daar is ook een aangepast toilet.",
		Rooms: []Room{
			{Name: "Huiskamer"},
			{Name: "Atelier"},
			{Name: "Keuken"},
			{Name: "Stille kamer"},
			{Name: "Grote tafel"},
			{Name: "Voordeur", Outside: true},
		},
		Hours: []DayHours{
			{1, blocks(13, 0, 17, 0)},
			{2, blocks(10, 0, 17, 0)},
			{3, blocks(13, 0, 17, 0)},
			{4, blocks(13, 0, 17, 0, 18, 30, 21, 0)},
			{5, blocks(10, 0, 14, 0)}, {6, blocks()}, {7, blocks()},
		},
		Exceptions: []Exception{},
		Crisis: []CrisisItem{
			{Text: "Is er gevaar voor jou of iemand anders? Bel 112.", Phone: "112"},
			{
				Text:  "Denk je aan zelfdoding? Bel gratis 113 of 0800-0113, dag en nacht. Chatten kan op 113.nl. Je hoeft je naam niet te zeggen.",
				Phone: "113",
				URL:   "https://www.113.nl/",
			},
			{
				Text: "Gaat het heel slecht? Bel je huisarts. 's Avonds, 's nachts en in het weekend bel je de huisartsenpost.",
			},
			{
				Text:  "Wil je gewoon met iemand praten? De Luisterlijn luistert, dag en nacht: 088 0767 000.",
				Phone: "088 0767 000",
			},
		},
		ExitURL: "https://www.knmi.nl/nederland-nu/weer",
		Socials: Socials{
			Facebook:  "https://facebook.example/herstelruimte",
			Instagram: "https://instagram.example/herstelruimte",
		},
		Sender: Sender{Name: "Trefpunt", Address: "post@herstelruimte.example"},
		Waitlist: WaitlistClock{
			From:        At(9, 0),
			Until:       At(20, 0),
			Long:        24,
			Short:       4,
			ShortWithin: 48,
			StopWithin:  12,
			Margin:      3,
			Least:       2,
		},
		Keep: Terms{
			RegistrationDays: 30, WaitlistDays: 7, SupportDays: 7,
			MessageDays: 90, UnansweredDays: 183, VolunteerDays: 28, VolunteerKeepDays: 365,
			ComplaintDays: 730, SubscriberDays: 7, TrashDays: 30, UndoMinutes: 10, AuditDays: 365,
		},
		ConfidantEmail: "vertrouwenspersoon@herstelruimte.example",
		ConfidantPhone: "+31123456780",
		Sample:         true,

		Announcement: firstAnnouncement(),
		ANBI:         firstANBI(),
	}
}

// SampleAt is Default with what depends on the moment of loading: the Thursday evenings without
// people, the team day and the day on which the crisis numbers were checked.
func SampleAt(now time.Time) House {
	h := Default()
	h.Checked, h.HoursChecked = date(dayAfter(now, -20)), date(dayAfter(now, -20))
	monday := dayAfter(now, 1-weekday(now))
	h.Closures = []Closure{{
		First:   date(dayAfter(monday, -14)),
		Last:    date(dayAfter(monday, 13)),
		Weekday: 4,
		From:    At(18, 0),
		To:      At(24, 0),
		Reason:  "We hebben even te weinig mensen.",
	}}
	h.Exceptions = append(h.Exceptions, Exception{
		Day:    date(dayAfter(monday, 7*3+2)),
		Blocks: blocks(13, 0, 15, 0),
		Reason: "Teamdag",
	})
	return h
}

// blocks makes blocks of hour, minute to hour, minute.
func blocks(n ...int) []Block {
	out := []Block{}
	for ; len(n) >= 4; n = n[4:] {
		out = append(out, Block{From: At(n[0], n[1]), To: At(n[2], n[3])})
	}
	return out
}
