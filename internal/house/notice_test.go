package house_test

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"herstelruimte/internal/house"
)

func TestThePageForWhenTheSiteIsAwayTellsHowToReachUs(t *testing.T) {
	t.Parallel()
	h := house.Default()
	h.Name = `Trefpunt <b>"De Lamp"</b> & zo`
	page := string(h.NoticePage(true))
	for _, want := range []string{
		`<html lang="nl">`,
		"<h1>De website is even niet bereikbaar</h1>",
		`<a class="tel" href="tel:&#43;31123456789">0123 45 67 89</a>`,
		"Kerkplein 12, 2e verdieping, 1234 AB Veldermeer.",
		`<tr><th scope="row">maandag</th><td>13.00 tot 17.00 uur</td></tr>`,
		`<tr><th scope="row">donderdag</th><td>13.00 tot 17.00 en 18.30 tot 21.00 uur</td></tr>`,
		`<tr><th scope="row">zondag</th><td>dicht</td></tr>`,
		`Bel <a href="tel:112">112</a>.`,
		`<a href="tel:113">113</a>`,
		`<a href="https://www.113.nl/" rel="noreferrer">113.nl</a>`,
		`<a href="tel:0880767000">088 0767 000</a>`,
		"Trefpunt &lt;b&gt;&#34;De Lamp&#34;&lt;/b&gt; &amp; zo",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("not on the page: %s\n%s", want, page)
		}
	}
	if strings.Contains(page, "ZgotmplZ") || strings.Contains(page, "<script") ||
		strings.Contains(page, "src=") ||
		strings.Contains(page, "<link") {
		t.Error("the page asks for something else")
	}
}

// The browser shows the style only when the hash in the rule is that of the style.
func TestTheStyleOfThePageIsTheOneThatItsRuleAllows(t *testing.T) {
	t.Parallel()
	page := string(house.Default().NoticePage(true))
	style := regexp.MustCompile(`<style>([^<]*)</style>`).FindStringSubmatch(page)
	rule := regexp.MustCompile(`style-src &#39;sha256-([^ ]*)&#39;;`).FindStringSubmatch(page)
	if style == nil || rule == nil {
		t.Fatal(page)
	}
	sum := sha256.Sum256([]byte(style[1]))
	if got := strings.ReplaceAll(
		rule[1],
		"&#43;",
		"+",
	); got != base64.StdEncoding.EncodeToString(sum[:]) {
		t.Errorf("the rule allows %s", got)
	}
}

// Nobody in need is sent to a telephone that is not there.
func TestWithoutSettingsThePageNamesNoInventedTelephoneOrDoor(t *testing.T) {
	t.Parallel()
	h := house.Default()
	page := string(h.NoticePage(false))
	for _, not := range []string{"0123 45", "Kerkplein", "maandag", h.Name} {
		if strings.Contains(page, not) {
			t.Errorf("%q is on the page", not)
		}
	}
	if !strings.Contains(page, "112") || !strings.Contains(page, "0800-0113") ||
		!strings.Contains(page, "<h1>") {
		t.Error(page)
	}
}

func TestAHelpLineIsTextWhateverStandsInIt(t *testing.T) {
	t.Parallel()
	h := house.Default()
	h.Crisis = []house.CrisisItem{
		{Text: "Bel <i>112</i>.", Phone: "112", URL: "javascript:alert(1)"},
		{Text: "Geen nummer."},
	}
	page := string(h.NoticePage(true))
	if !strings.Contains(page, `Bel &lt;i&gt;<a href="tel:112">112</a>&lt;/i&gt;.`) ||
		strings.Contains(page, "javascript:") ||
		!strings.Contains(page, "<li>Geen nummer.</li>") {
		t.Error(page)
	}
}
