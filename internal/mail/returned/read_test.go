package returned

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"os"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/mail"
)

const (
	ours = "mail_abcdefghijklmnopqrstuvwxyz"
	// leastShapes is how many messages the collection holds at least.
	leastShapes = 40
)

// whose knows the return paths of the collection: they are signed with the word "test".
func whose() Whose { return pathTest(testDay).Find }

// testDay is three days after the day on which the mails of the collection went.
var testDay = time.Date(2026, 11, 23, 10, 0, 0, 0, clock.Amsterdam)

func pathTest(now time.Time) mail.ReturnPath {
	return mail.ReturnPath{
		Address: "bounce@site.example", Sign: signTest, Clock: clock.Stopped(now),
	}
}

func signTest(id string) []byte {
	h := hmac.New(sha256.New, []byte("test"))
	h.Write([]byte(id))
	return h.Sum(nil)
}

func TestEveryMessageOfTheCollectionIsReadForWhatItIs(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile("testdata/wanted.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(list)) {
		name, want, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name == "#" {
			continue
		}
		n++
		raw, err := os.ReadFile("testdata/" + name + ".eml")
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
		for _, raw := range [][]byte{lines, bytes.ReplaceAll(lines, []byte("\n"), []byte("\r\n"))} {
			f := Read(raw, whose())
			got := strings.TrimSpace(string(f.Outcome) + " " + f.Why)
			if got == "" {
				got = "none"
			}
			if want = strings.TrimSpace(want); got != want {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
			if f.Outcome != "" && f.Mail != ours {
				t.Errorf("%s: about %q", name, f.Mail)
			}
		}
	}
	if n < leastShapes {
		t.Errorf("only %d shapes", n)
	}
}

func TestWhatComesBackAfterSixtyDaysIsOfNoMail(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/postfix-unknown-user.eml")
	if err != nil {
		t.Fatal(err)
	}
	for day, want := range map[int]string{0: ours, 57: ours, 58: "", 3000: ""} {
		f := Read(raw, pathTest(testDay.AddDate(0, 0, day)).Find)
		if f.Mail != want || !f.Looks {
			t.Errorf("after %d days: %+v, want %q", day, f, want)
		}
	}
}

func TestAHugeMessageIsReadAsFarAsItSaysSomething(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/postfix-unknown-user.eml")
	if err != nil {
		t.Fatal(err)
	}
	huge := append(raw, bytes.Repeat([]byte("a long line of nothing at all\r\n"), 1<<18)...)
	if f := Read(huge, whose()); f.Outcome != mail.Hard || f.Mail != ours {
		t.Errorf("%+v", f)
	}
	parts := "To: x\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n" +
		strings.Repeat("--B\r\nContent-Type: text/plain\r\n\r\nx\r\n", 100_000)
	if f := Read([]byte(parts), whose()); f.Outcome != "" {
		t.Errorf("%+v", f)
	}
}

func TestARefusalOfTheSenderSaysNothingOfTheAddress(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]mail.Outcome{
		"550 5.1.0 <info@site.example> Sender rejected": mail.Soft,
		"550 5.1.0 Address rejected":                    mail.Hard, // the control
	} {
		if got, _ := judge("5.1.0", words); got != want {
			t.Errorf("%s: got %s, want %s", words, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	all, err := os.ReadDir("testdata")
	if err != nil {
		f.Fatal(err)
	}
	for _, e := range all {
		if raw, err := os.ReadFile("testdata/" + e.Name()); err == nil {
			f.Add(raw)
		}
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		found := Read(raw, whose())
		if found.Outcome != "" && found.Mail == "" {
			t.Error("an outcome of no mail")
		}
	})
}
