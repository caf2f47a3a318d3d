package content

// Step is one thing that happens when somebody comes for the first time.
type Step struct{ Title, Text string }

// FirstTime are the four steps that the first page shows to who never came.
func FirstTime() []Step {
	return []Step{
		{"Je komt binnen", "Bel aan bij de voordeur. Neem de lift naar de tweede verdieping."},
		{"Iemand groet je", "Je hoeft niets uit te leggen. We laten je de ruimte zien."},
		{"Koffie of thee", "Ga zitten waar je wilt. Praten mag, stil zijn ook."},
		{"Je kiest zelf", "Doe mee of kijk eerst. Weggaan mag altijd."},
	}
}
