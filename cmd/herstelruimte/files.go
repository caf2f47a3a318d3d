package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"

	"herstelruimte/internal/app"
	"herstelruimte/internal/config"
	"herstelruimte/internal/files"
	"herstelruimte/internal/problem"
)

const filesUsage = `herstelruimte files copy VAN NAAR [--mirror [--even-empty]]   kopieer wat nieuw of anders is; --mirror haalt ook weg wat in VAN weg is
herstelruimte files check VAN NAAR           vergelijk de inhoud van alle bestanden
herstelruimte files sums PLEK                schrijf de SHA-256 van elk bestand (JSON)
herstelruimte files list PLEK [begin]        schrijf de namen, of die met dit begin
herstelruimte files put PLEK NAAM BESTAND    bewaar een bestand (- is de standaardinvoer)
herstelruimte files get PLEK NAAM            schrijf de inhoud van een bestand
Een plek is dir:/map, s3 (zoals S3_ENDPOINT en S3_BUCKET zeggen) of s3:http://host:poort/bucket.
De sleutels voor s3 staan in S3_ACCESS_KEY en S3_SECRET_KEY (of S3_SECRET_KEY_FILE).`

// filesWord works on stores without a database. What it says is for an operator, so it is Dutch.
func filesWord(ctx context.Context, args []string) error {
	return filesWords(ctx, args, os.Stdin, os.Stdout)
}

func filesWords(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	words, flags := apart(args)
	if len(words) == 0 {
		return errors.New(filesUsage)
	}
	word, words := words[0], words[1:]
	at, ok := map[string]struct {
		least, most int
		flags       []string
		do          func(
			ctx context.Context,
			words, flags []string,
			in io.Reader,
			out io.Writer,
		) error
	}{
		"copy":  {2, 2, []string{"--mirror", "--even-empty"}, filesCopy},
		"check": {2, 2, nil, filesCheck},
		"sums":  {1, 1, nil, filesSums},
		"list":  {1, 2, nil, filesList},
		"put":   {3, 3, nil, filesPut},
		"get":   {2, 2, nil, filesGet},
	}[word]
	if !ok || len(words) < at.least || len(words) > at.most {
		return errors.New(filesUsage)
	}
	for _, f := range flags {
		if !slices.Contains(at.flags, f) {
			return fmt.Errorf("%q kennen we niet bij %q.\n%s", f, word, filesUsage)
		}
	}
	return inDutch(at.do(ctx, words, flags, in, out))
}

// apart takes the flags out of the words, wherever they stand.
func apart(args []string) (words, flags []string) {
	for _, a := range args {
		if strings.HasPrefix(a, "--") {
			flags = append(flags, a)
		} else {
			words = append(words, a)
		}
	}
	return words, flags
}

func filesCopy(ctx context.Context, words, flags []string, _ io.Reader, out io.Writer) error {
	from, to, err := twoPlaces(words[0], words[1], true)
	if err != nil {
		return err
	}
	defer closeBoth(from, to)
	done, err := files.Copy(ctx, from, to, files.CopyOptions{
		Mirror:    slices.Contains(flags, "--mirror"),
		EvenEmpty: slices.Contains(flags, "--even-empty"),
	})
	if errors.Is(err, files.ErrEmpty) {
		return fmt.Errorf(
			"Er staat niets in %s. Daarom is er niets weggehaald uit %s. Klopt dat wel? Gebruik dan --even-empty.",
			words[0],
			words[1],
		)
	}
	_, printed := fmt.Fprintf(
		out,
		"%s nieuw, %d veranderd, %d gelijk, %d weggehaald (%d bytes gekopieerd).\n",
		counted(done.New),
		done.Changed,
		done.Same,
		done.Removed,
		done.Bytes,
	)
	return errors.Join(err, printed)
}

func filesCheck(ctx context.Context, words, _ []string, _ io.Reader, out io.Writer) error {
	a, b, err := twoPlaces(words[0], words[1], false)
	if err != nil {
		return err
	}
	defer closeBoth(a, b)
	differ, err := files.Compare(ctx, a, b)
	if err != nil {
		return err
	}
	for _, d := range differ {
		says := "andere inhoud"
		if !d.InA {
			says = "staat niet in " + words[0]
		} else if !d.InB {
			says = "staat niet in " + words[1]
		}
		if _, err := fmt.Fprintf(out, "%s: %s\n", d.Name, says); err != nil {
			return err
		}
	}
	if len(differ) > 0 {
		return fmt.Errorf("De twee plekken zijn niet gelijk: %s.", counted(len(differ)))
	}
	_, err = fmt.Fprintln(out, "De twee plekken zijn gelijk.")
	return err
}

func filesSums(ctx context.Context, words, _ []string, _ io.Reader, out io.Writer) error {
	s, err := place(words[0], false)
	if err != nil {
		return err
	}
	defer closeBoth(s)
	sums, err := files.Sums(ctx, s)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(out)
	enc.SetIndent("", " ")
	return enc.Encode(sums) // in order of name
}

func filesList(ctx context.Context, words, _ []string, _ io.Reader, out io.Writer) error {
	s, err := place(words[0], false)
	if err != nil {
		return err
	}
	defer closeBoth(s)
	names, err := s.List(ctx, strings.Join(words[1:], ""))
	if err != nil {
		return err
	}
	for _, name := range names {
		if _, err := fmt.Fprintln(out, name); err != nil {
			return err
		}
	}
	return nil
}

func filesPut(ctx context.Context, words, _ []string, in io.Reader, _ io.Writer) error {
	s, err := place(words[0], true)
	if err != nil {
		return err
	}
	defer closeBoth(s)
	if words[2] == "-" {
		return s.Put(ctx, words[1], in)
	}
	f, err := os.Open(words[2])
	if err != nil {
		return fmt.Errorf("Het bestand %s is niet te lezen: %w", words[2], err)
	}
	defer func() { _ = f.Close() }() // only read
	return s.Put(ctx, words[1], f)
}

func filesGet(ctx context.Context, words, _ []string, _ io.Reader, out io.Writer) error {
	s, err := place(words[0], false)
	if err != nil {
		return err
	}
	defer closeBoth(s)
	r, err := s.Get(ctx, words[1])
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }() // only read
	_, err = io.Copy(out, r)
	return err
}

// place opens the store that a word names. A folder that is only read must be there: a slip of the
// pen is no empty store.
func place(word string, create bool) (files.Store, error) {
	kind, rest, _ := strings.Cut(word, ":")
	switch {
	case kind == "dir" && rest != "":
		if info, err := os.Stat(rest); !create && (err != nil || !info.IsDir()) {
			return nil, fmt.Errorf("De map %s is er niet.", rest)
		}
		return files.Open(files.Config{Dir: rest})
	case kind == "s3":
		c, err := s3FromEnvironment(rest)
		if err != nil {
			return nil, err
		}
		return files.Open(c)
	}
	return nil, fmt.Errorf(
		"%q is geen plek: gebruik dir:/map, s3 of s3:http://host:poort/bucket.",
		word,
	)
}

// s3FromEnvironment reads the same variables as the site; address, when there is one, says where
// instead of them.
func s3FromEnvironment(address string) (files.Config, error) {
	server, bucket := "", ""
	if address != "" {
		u, err := url.Parse(address)
		if err == nil {
			server, bucket = u.Scheme+"://"+u.Host, strings.Trim(u.Path, "/")
		}
		if err != nil || u.Host == "" || u.User != nil || bucket == "" ||
			strings.Contains(bucket, "/") {
			return files.Config{}, errors.New(
				"Een adres van een opslag ziet eruit als s3:http://minio:9000/herstelruimte, zonder sleutels.",
			)
		}
	}
	cfg, err := config.Storage(server)
	if err != nil {
		return files.Config{}, err
	}
	c := app.FilesConfig(cfg)
	c.Bucket = cmp.Or(bucket, c.Bucket)
	return c, nil
}

func twoPlaces(from, to string, create bool) (a, b files.Store, err error) {
	if a, err = place(from, false); err != nil {
		return nil, nil, err
	}
	if b, err = place(to, create); err != nil {
		closeBoth(a)
		return nil, nil, err
	}
	return a, b, nil
}

func closeBoth(stores ...files.Store) {
	for _, s := range stores {
		_ = s.Close() // nothing is written by closing
	}
}

func counted(n int) string {
	if n == 1 {
		return "1 bestand"
	}
	return fmt.Sprintf("%d bestanden", n)
}

// inDutch puts what a store says into words for an operator. The technical words stay, for who must
// find the cause.
func inDutch(err error) error {
	says := ""
	if f := new(files.Failed); errors.As(err, &f) {
		says = "Het werk is gestopt bij " + f.Name + ". "
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled):
		says = "Gestopt. "
	case errors.Is(err, files.ErrName):
		says += "Dit is geen naam voor een bestand. "
	case errors.Is(err, problem.New(problem.NotFound)):
		says += "Dit bestand is er niet. "
	case errors.Is(err, problem.New(problem.Unavailable)):
		says += "De opslag is niet te bereiken, of neemt dit niet aan. "
	case says == "":
		return err
	}
	// not %w: it is all said, and nobody should take it for the database
	return fmt.Errorf("%sTechnisch: %v", says, err)
}
