package mail

import "testing"

func TestWhyAMailDidNotGoOut(t *testing.T) {
	t.Parallel()
	for class, want := range map[string]string{
		"5xx 550":       WhyAddress,
		"5xx 550 5.1.1": WhyAddress,
		"5xx 550 5.7.1": WhyRefused,
		"5xx 554":       WhyRefused,
		"5xx 552":       WhyBox,
		"4xx 452 4.2.2": WhyBox,
		"4xx 451":       WhyRefused,
		"timeout":       WhyOurs,
		"late":          WhyOurs,
		"log-in 535":    WhyOurs,
		"sender 553":    WhyOurs,
		"headers":       WhyAddress,
	} {
		for _, state := range []string{"failed", "dead"} {
			if got := whyOf(state, class); got != want {
				t.Errorf("%s %s: got %q, want %q", state, class, got, want)
			}
		}
	}
	if got := whyOf("withdrawn", WhyStopped); got != WhyStopped {
		t.Errorf("withdrawn: got %q, want %q", got, WhyStopped)
	}
}

func TestOnlyACodeSaysThatNobodyHasAnAddress(t *testing.T) {
	t.Parallel()
	for class, want := range map[string]bool{
		"5xx 550 5.1.1":      true,
		"5xx 550 5.1.10":     true,
		"5xx 550 5.2.1 spam": true,
		"5xx 550":            false, // such as: relay not permitted
		"5xx 550 5.1.0":      false,
		"5xx 550 5.1.8":      false, // of the sender
		"5xx 550 5.7.1":      false,
		"4xx 450 4.1.1":      false,
		"sender 550 5.1.1":   false,
		"returned address":   false,
		"headers":            true,
		"settings":           false,
	} {
		if got := nobodyHas(class); got != want {
			t.Errorf("%s: got %v, want %v", class, got, want)
		}
	}
}
