package prove

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
)

const redacteur = "redactie@herstelruimte.example"

// edit makes an account as an operator does; its owner then writes a text with a photo in a
// browser.
func (s *stack) edit() error {
	if err := s.shown("deploy/account", "add", "Rie Dacteur", redacteur, "redactie"); err != nil {
		return err
	}
	link, err := s.mailed(redacteur, loginHost)
	if err != nil {
		return err
	}
	if err := s.playwright("edit.spec.ts", "LINK="+link); err != nil {
		return err
	}
	return s.edited()
}

// edited finds the text and the photo where visitors do, the photo byte for byte.
func (s *stack) edited() error {
	raw, err := os.ReadFile(filepath.Join(s.keptFolder(), "item.json"))
	if errors.Is(err, os.ErrNotExist) {
		return errors.New("nobody has written anything yet: the step edit comes first")
	} else if err != nil {
		return err
	}
	var item struct{ ID, Title, Media, Sum string }
	if err := json.Unmarshal(raw, &item); err != nil {
		return err
	}
	var online struct{ Title string }
	if err := s.web.read(s.web.at(siteHost, "/api/news/"+item.ID), nil, &online); err != nil {
		return fmt.Errorf("the text: %w", err)
	}
	if online.Title != item.Title {
		return fmt.Errorf("the text has the title %q", online.Title)
	}
	a, err := s.web.do(http.MethodGet, s.web.at(siteHost, item.Media), nil, nil)
	if err != nil {
		return err
	}
	if sum := fmt.Sprintf(
		"%x",
		sha256.Sum256(a.body),
	); a.status != http.StatusOK || sum != item.Sum {
		return fmt.Errorf(
			"the photo: status %d, %d bytes, not what was shown before",
			a.status,
			len(a.body),
		)
	}
	return nil
}
