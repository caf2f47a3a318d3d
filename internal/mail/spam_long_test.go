//go:build long

package mail

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/clock"
)

// mostSpam is what SpamAssassin may think of a mail of ours; from 5 on it is taken for unwanted.
const mostSpam = 2.0

// scored is one mail in what SpamAssassin writes: its score, and the rules that it met.
var scored = regexp.MustCompile(
	`(?s)X-Spam-Status: \w+, score=(-?[\d.]+) required=\S+\s+tests=(.*?)` +
		`\sautolearn=.*?Message-ID: <([^@]+)@`,
)

// spamScores lets the SpamAssassin of this machine look at mails, each with a Message-ID, by the
// rules of its package and without asking anybody. Where the package is not installed but unpacked,
// a variable says where its settings are.
func spamScores(t *testing.T, mails [][]byte) map[string]string {
	t.Helper()
	var box bytes.Buffer
	for _, m := range mails {
		box.WriteString("From post@herstelruimte.example Tue Nov 18 12:00:00 2025\n")
		// as the server of the reader adds it: handed over by ours, from an address for examples,
		// which SpamAssassin holds against every mail
		box.WriteString("Received: from mail.herstelruimte.example (mail.herstelruimte.example " +
			"[203.0.113.25])\n\tby mx.voorbeeld.example (Postfix) with ESMTPS id 4X\n" +
			"\tfor <anja@voorbeeld.example>; Tue, 18 Nov 2025 12:00:01 +0100 (CET)\n")
		box.Write(bytes.ReplaceAll(m, []byte("\r\n"), []byte("\n")))
		box.WriteString("\n")
	}
	own := filepath.Join(t.TempDir(), "prefs") // of nobody
	if err := os.WriteFile(own, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, done := context.WithTimeout(t.Context(), 4*time.Minute)
	defer done()
	cmd := exec.CommandContext(ctx, "spamassassin", "--local", "--mbox",
		"--siteconfigpath="+os.Getenv("HERSTELRUIMTE_TEST_PACKAGES")+"/etc/spamassassin",
		"--prefspath="+own)
	cmd.Env = append(cmd.Environ(), "HOME="+filepath.Dir(own))
	cmd.Stdin = &box
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("spamassassin: %v: %s", err, &said)
	}
	all := map[string]string{}
	for m := range strings.SplitSeq(string(out), "\nFrom post@herstelruimte.example ") {
		if found := scored.FindStringSubmatch(m); found != nil {
			all[found[3]] = found[1] + " " + strings.Join(strings.Fields(found[2]), "")
		}
	}
	return all
}

// Another program that reads mail for a living takes none of ours for unwanted: one of each kind
// and variant. That it looks is shown by two that it must not let through.
func TestNoMailOfOursIsTakenForSpam(t *testing.T) {
	o := &Outbox{cfg: config(0), clock: clock.Stopped(noon)}
	name, from, replyTo, phone := o.cfg.Sender()
	var mails [][]byte
	of := map[string]string{}
	write := func(what string, k Kind, l Letter) {
		id := fmt.Sprintf("mail_%026d", len(mails))
		m := claimed{Stored: Stored{ID: id, Kind: k}}
		e := envelope{to: anja, name: name, from: from, replyTo: replyTo}
		msg, err := o.message(m, e, l, phone)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		var raw bytes.Buffer
		if _, err := msg.WriteTo(&raw); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		mails, of[id] = append(mails, raw.Bytes()), what
	}
	for k, letters := range everyMail() {
		for n, l := range letters {
			write(fmt.Sprintf("%s variant %d", k, n), k, l)
		}
	}
	ours := len(mails)
	write("the control", MessageAnswered, Letter{
		Subject: "FREE MONEY!!! ACT NOW!!!",
		Body: "Dear friend, you have WON the lottery of US$ 5,000,000.00 million dollars. " +
			"100% guaranteed, risk free. Viagra, cialis, click here http://1.2.3.4/casino now!",
	})
	write("the word that scanners are tried with", MessageAnswered, Letter{
		Subject: "Proef",
		Body:    "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X",
	})
	found := spamScores(t, mails)
	if len(found) != len(mails) {
		t.Fatalf("%d of %d mails were scored", len(found), len(mails))
	}
	worst, least := 0.0, ""
	for id, said := range found {
		score, err := strconv.ParseFloat(strings.Fields(said)[0], 64)
		if err != nil {
			t.Fatal(err)
		}
		n, _ := strconv.Atoi(strings.TrimPrefix(id, "mail_"))
		switch {
		case n >= ours && score < mostSpam:
			t.Errorf("%s scored only %s: it does not look", of[id], said)
		case n < ours && score >= mostSpam:
			t.Errorf("%s scored %s", of[id], said)
		case n < ours && (score > worst || least == ""):
			worst, least = score, of[id]+": "+said
		}
	}
	t.Logf("%d mails of ours; the highest score: %s", ours, least)
}
