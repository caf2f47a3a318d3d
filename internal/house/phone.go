package house

import "strings"

// PhoneShown is the number as people read it.
func (h House) PhoneShown() string { return ShowPhone(h.Phone) }

// PhoneLink is the number as a telephone dials it.
func (h House) PhoneLink() string { return "tel:" + h.Phone }

// ShowPhone writes an E.164 number in pairs: 06 12 34 56 78 and 0123 45 67 89; one from abroad
// keeps its plus sign.
func ShowPhone(e164 string) string {
	digits, dutch := strings.CutPrefix(e164, "+31")
	if !dutch {
		return pairs(e164, 3)
	}
	if strings.HasPrefix(digits, "6") {
		return pairs("0"+digits, 2)
	}
	return pairs("0"+digits, 4)
}

// pairs groups s: first so many characters, then two by two.
func pairs(s string, first int) string {
	var b strings.Builder
	for i, r := range s {
		if i >= first && (i-first)%2 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}
