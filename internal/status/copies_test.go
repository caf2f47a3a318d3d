package status

import (
	"strings"
	"testing"
	"time"
)

func TestCopiesAreSeenToGrowOldOrFail(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const day = 24 * time.Hour
	for _, c := range []struct {
		key, kind string
		age       time.Duration
		doc       string
		want      State
		says      string
	}{
		{
			"backup",
			"backup",
			time.Hour,
			`{"ok":true,"bytes":3221225472,"objects":2}`,
			Good,
			"60 minuten oud. Er zitten 3,0 GB en 2 bestanden in.",
		},
		{"backup", "backup", 3 * time.Hour, `{"ok":true}`, Warn, "3 uur oud"},
		{"backup", "backup", 7 * time.Hour, `{"ok":true}`, Bad, "7 uur oud"},
		{
			"backup",
			"backup",
			time.Minute,
			`{"ok":false,"error":"De schijf is vol"}`,
			Bad,
			"mislukt. De schijf is vol. Er is geen goede reservekopie bekend.",
		},
		{"backup", "backup", -time.Hour, `{"ok":true}`, Good, "0 seconden"},
		{"backupTarget", "target", time.Hour, `{"ok":true}`, Good, "te bereiken"},
		{"backupTarget", "target", 3 * time.Hour, `{"ok":true}`, Warn, ""},
		{
			"backupTarget",
			"target",
			time.Minute,
			`{"ok":false,"error":"Geen verbinding."}`,
			Bad,
			"niet te bereiken. Geen verbinding.",
		},
		{
			"restore",
			"drill",
			7 * day,
			`{"ok":true,"minutes":4.5,"rows":1200,"objects":1}`,
			Good,
			"Dat duurde 4 minuten. Er kwamen 1200 rijen en 1 bestand terug.",
		},
		{"restore", "drill", 9 * day, `{"ok":true}`, Warn, ""},
		{"restore", "drill", 16 * day, `{"ok":true}`, Bad, ""},
		{
			"restore",
			"drill",
			day,
			`{"ok":true,"faults":["Er zijn 3 rijen te weinig"]}`,
			Bad,
			"mislukt. Er zijn 3 rijen te weinig.",
		},
		{
			"restore",
			"drill",
			day,
			`{"ok":false,"error":"Kon niet uitpakken"}`,
			Bad,
			"Kon niet uitpakken.",
		},
	} {
		b.report(c.kind, b.clock.Now().Add(-c.age), c.doc)
		aged := c.want != Good && strings.HasPrefix(c.doc, `{"ok":true}`)
		// a report of failure tells of its last try only
		if got := b.want(c.key, c.want, c.says); (got.Since != "") != aged {
			t.Errorf("%s %s: since %q", c.key, c.doc, got.Since)
		}
	}
	b.report(
		"backup",
		b.clock.Now(),
		`{"ok":false,"error":"De schijf is vol","lastGoodAt":"`+
			b.clock.Now().Add(-5*time.Hour).UTC().Format(time.RFC3339)+
			`"}`,
	)
	b.want("backup", Bad, "De schijf is vol. De laatste goede is 5 uur oud.")
	b.report("backup", b.clock.Now(), `{"ok":"yes"}`)
	b.want("backup", Bad, "controle zelf ging mis")
	b.cfg.Backups = false
	for _, key := range []string{"backup", "backupTarget", "restore", "diskDatabase"} {
		b.want(key, Off)
	}
}

func TestANewHouseGetsTimeForItsFirstCopy(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.exec(`delete from ops_report`)
	b.want("backup", Warn, "nog geen reservekopie", "Wacht")
	b.want("restore", Warn)
	b.clock.Advance(7 * time.Hour)
	b.want("backup", Bad)
	b.want("backupTarget", Bad)
	b.want("diskDatabase", Bad)
	b.want("restore", Warn)
	b.clock.Advance(9 * 24 * time.Hour)
	b.want("restore", Bad)
}
