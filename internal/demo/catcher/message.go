package catcher

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"regexp"
	"strings"
	"time"
)

// Message is one caught mail to one recipient, decoded.
type Message struct {
	ID          int          `json:"id"`
	To          string       `json:"to"`
	From        string       `json:"from"`
	Subject     string       `json:"subject"`
	MessageID   string       `json:"messageId"`
	Time        time.Time    `json:"time"` // of the injected clock
	Text        string       `json:"text"`
	Links       []string     `json:"links"`
	Attachments []Attachment `json:"attachments"`
}

// Attachment is one file of a message.
type Attachment struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Content []byte `json:"content"` // base64 in JSON
}

// parse decodes what it can. A mail that is not well formed shows as its bytes: a catcher hides
// nothing.
func parse(raw []byte) Message {
	m := Message{Links: []string{}, Attachments: []Attachment{}}
	letter, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		m.Text = valid(raw)
		return m
	}
	m.From, m.Subject = word(letter.Header.Get("From")), word(letter.Header.Get("Subject"))
	m.MessageID = letter.Header.Get("Message-Id")
	m.addPart(letter.Header, letter.Body, 0)
	m.Links = append(m.Links, links(m.Text)...)
	return m
}

// header is what mail and multipart headers share.
type header interface{ Get(key string) string }

const deepest = 5 // parts within parts

func (m *Message) addPart(h header, r io.Reader, depth int) {
	kind, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		kind = "text/plain"
	}
	if strings.HasPrefix(kind, "multipart/") && depth < deepest {
		parts := multipart.NewReader(r, params["boundary"])
		for {
			p, err := parts.NextRawPart()
			if err != nil {
				return
			}
			m.addPart(p.Header, p, depth+1)
		}
	}
	content := decoded(h.Get("Content-Transfer-Encoding"), r)
	disposition, names, _ := mime.ParseMediaType(h.Get("Content-Disposition"))
	if kind == "text/plain" && disposition != "attachment" {
		m.Text += strings.ReplaceAll(valid(content), "\r\n", "\n")
		return
	}
	name := word(names["filename"])
	if name == "" {
		name = "bijlage"
	}
	m.Attachments = append(m.Attachments, Attachment{
		Name:    name,
		Type:    h.Get("Content-Type"),
		Content: content,
	})
}

func decoded(encoding string, r io.Reader) []byte {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "quoted-printable":
		r = quotedprintable.NewReader(r)
	case "base64":
		r = base64.NewDecoder(base64.StdEncoding, r) // which passes over line breaks
	}
	content, _ := io.ReadAll(r) // what came before a fault is shown
	return content
}

func word(s string) string {
	if plain, err := new(mime.WordDecoder).DecodeHeader(s); err == nil {
		return plain
	}
	return s
}

func valid(b []byte) string { return strings.ToValidUTF8(string(b), "\uFFFD") }

var link = regexp.MustCompile(`https?://[^\s<>"]+`)

// linkSpans finds the links in text, without the punctuation behind them.
func linkSpans(text string) [][]int {
	found := link.FindAllStringIndex(text, -1)
	for _, span := range found {
		span[1] = span[0] + len(strings.TrimRight(text[span[0]:span[1]], ".,;:!?)'"))
	}
	return found
}

func links(text string) (all []string) {
	for _, span := range linkSpans(text) {
		all = append(all, text[span[0]:span[1]])
	}
	return all
}
