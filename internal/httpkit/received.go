package httpkit

import "net/http"

// Received answers a form whose content only the house reads: it came in, and nothing else can be
// told.
type Received struct {
	Status string `json:"status" enum:"received"`
}

// ReceivedAnswer is the answer for whoever sent the form; subject is the row it became.
func ReceivedAnswer(subject string, f Flash) Answer[Received] {
	return Answer[Received]{
		Status:  http.StatusCreated,
		Body:    Received{"received"},
		Subject: subject,
		Flash:   f,
	}
}

// ReceivedDecoy is the same answer for a robot.
func ReceivedDecoy(kind string) func(body map[string]any) (int, any, Flash) {
	return func(body map[string]any) (int, any, Flash) {
		name, _ := body["name"].(string)
		return http.StatusCreated, Received{
			"received",
		}, Flash{Name: Line(name), Kind: kind, Way: "mail"}
	}
}
