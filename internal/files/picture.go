package files

import "herstelruimte/internal/files/convert"

// Picture is a picture in a document: which, and what it says to people who cannot see it.
type Picture struct {
	FileID     string `json:"fileId"`
	Alt        string `json:"alt,omitempty" letters:"200"`
	Decorative bool   `json:"decorative,omitempty"`
	Caption    string `json:"caption,omitempty" letters:"200"`
}

// Flyer is the id of a pdf in a document.
type Flyer = string

// Media is how a picture is shown; its address is /media/{id}/{width}.jpg or .avif.
type Media struct {
	Width  int   `json:"width" doc:"of the largest, in pixels"`
	Height int   `json:"height"`
	Widths []int `json:"widths" doc:"there as jpg, smallest first"`
	Avif   []int `json:"avif" doc:"there as avif, smallest first"`
	FocalX int   `json:"focalX" doc:"0 (left) to 100"`
	FocalY int   `json:"focalY" doc:"0 (top) to 100"`
}

// Document is how a pdf is offered; its address is /bestanden/{id}/{name}.
type Document struct {
	Name string `json:"name" doc:"ends in .pdf, fit for an address"`
	Size int64  `json:"size" doc:"bytes"`
}

// Kind is image or document.
type Kind string

// What the library holds.
const (
	Image Kind = "image"
	PDF   Kind = "document"
)

// Codes of what is wrong with a file, in a field `file`.
const (
	TooLarge = string(convert.TooLarge)
	Damaged  = string(convert.Damaged)
)
