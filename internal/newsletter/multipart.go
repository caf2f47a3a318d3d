package newsletter

import (
	"bytes"
	"errors"
	"io"
	"mime/multipart"
)

// onlyPart says whether a multipart body is the one field of RFC 8058.
func onlyPart(body []byte, boundary string) bool {
	if boundary == "" {
		return false
	}
	parts := multipart.NewReader(bytes.NewReader(body), boundary)
	p, err := parts.NextPart()
	if err != nil || p.FormName() != oneClickAs {
		return false
	}
	value, err := io.ReadAll(p)
	if err != nil || string(value) != oneClickIs {
		return false
	}
	_, err = parts.NextPart()
	return errors.Is(err, io.EOF)
}
