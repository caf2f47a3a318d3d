package files

import (
	"time"

	"herstelruimte/internal/problem"
)

// Person is somebody of the staff; the name may be unknown.
type Person struct {
	UID  string `json:"uid"`
	Name string `json:"name"`
}

// File is one picture or document of the library, for staff.
type File struct {
	ID         string    `json:"id"`
	Kind       Kind      `json:"kind" enum:"image,document"`
	Status     string    `json:"status" enum:"ready,trashed,withdrawn"`
	Label      string    `json:"label" doc:"the name it was sent with, or what staff made of it"`
	Alt        string    `json:"alt"`
	Decorative bool      `json:"decorative"`
	People     string    `json:"people" enum:"unknown,none,agreed" doc:"none: nobody can be recognised; agreed: all who can be agree"`
	AgreedAt   string    `json:"agreedAt,omitempty" format:"date-time"`
	AgreedBy   *Person   `json:"agreedBy,omitempty"`
	Media      *Media    `json:"media,omitempty" doc:"of a picture"`
	Document   *Document `json:"document,omitempty" doc:"of a pdf"`
	Size       int64     `json:"size" doc:"bytes: of a picture as it was sent, of a pdf as it is offered"`
	Version    int       `json:"version"`
	Uses       int       `json:"uses" doc:"how many things use it, drafts too"`
	Public     bool      `json:"public" doc:"something that visitors can read uses it"`
	Places     []Place   `json:"places,omitempty" doc:"what uses it; of one file only"`
	CreatedAt  string    `json:"createdAt" format:"date-time"`
	CreatedBy  Person    `json:"createdBy"`
	UpdatedAt  string    `json:"updatedAt" format:"date-time"`
	UpdatedBy  Person    `json:"updatedBy"`
	GoneAt     string    `json:"goneAt,omitempty" format:"date-time" doc:"in the trash: when it goes for good"`
}

// Listed is one page of the library.
type Listed struct {
	Items []File `json:"items"`
	Next  string `json:"next,omitempty" doc:"na of the next page"`
}

// Upload is a file on its way.
type Upload struct {
	ID       string `json:"id"`
	Received int64  `json:"received" doc:"bytes that are safe; go on there"`
	Size     int64  `json:"size"`
	Chunk    int64  `json:"chunk" doc:"the most bytes of one call"`
	State    string `json:"state" enum:"receiving,working,ready,refused" doc:"working: whole, being checked; ask again"`
	Fault    string `json:"fault,omitempty" doc:"refused: why (too_large, too_many_pixels, too_small, damaged, heic, kind, encrypted, too_heavy, active)"`
	File     *File  `json:"file,omitempty" doc:"ready: what it became"`
}

// NewUpload says what somebody is going to send.
type NewUpload struct {
	Name         string `json:"name" maxLength:"400"`
	Size         int64  `json:"size" minimum:"0"`
	Type         string `json:"type,omitempty" maxLength:"200" doc:"what the browser takes it for; not relied on"`
	LastModified int64  `json:"lastModified,omitempty"`
	HeadHash     string `json:"headHash,omitempty" maxLength:"200" doc:"of the first MiB: the same file chosen again goes on"`
	Purpose      Kind   `json:"purpose" enum:"image,document"`
}

// Changes are those of one file; what is absent stays.
type Changes struct {
	Label      *string `json:"label,omitempty"`
	Alt        *string `json:"alt,omitempty"`
	Decorative *bool   `json:"decorative,omitempty"`
	People     *string `json:"people,omitempty" enum:"unknown,none,agreed"`
	FocalX     *int    `json:"focalX,omitempty"`
	FocalY     *int    `json:"focalY,omitempty"`
}

const (
	largestChunk = 32 << 20  // bytes of one call
	wholeLimit   = 262_144   // bytes of a file that comes in one call
	largestImage = 8 << 20   // bytes
	largestPDF   = 100 << 20 // bytes
	unfinishedIn = 24 * time.Hour
	trashTerm    = 30 * 24 * time.Hour
	// A file without use goes after this, and not before the oldest backup that may speak of it is
	// gone.
	unusedTerm = 30 * 24 * time.Hour
	pageSize   = 50
)

func largest(k Kind) int64 {
	if k == PDF {
		return largestPDF
	}
	return largestImage
}

// refusal is what is wrong with a file.
func refusal(code string) *problem.Problem {
	return problem.WithFields(problem.Field{Name: "file", Code: code})
}
