package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"herstelruimte/internal/problem"
)

const (
	// bytes; the smallest part S3 allows, as each running Put holds about two of them in memory
	partSize = 5 << 20
	attempts = 2 // of one request; a caller who can wait longer has its own ways to try again
	pingTime = 5 * time.Second
	pingName = ".ping" // no usable name, so no listing shows it
)

// fold stands in keys where names have a slash; no name holds it. versitygw keeps a key with
// slashes as a file in folders, and removes a folder with its last file. When that happens while
// another file is being put there, it may say that it has the file, and not have it. Without
// slashes no two objects share a folder.
const fold = "~"

// keyOf is where a name is kept.
func keyOf(name string) string { return strings.ReplaceAll(name, "/", fold) }

// S3 is a store in one bucket of a server that speaks plain S3. It calls no other address: the
// region is fixed, and no proxy, location or credential service is asked.
type S3 struct {
	core      minio.Core
	bucket    string
	transport *http.Transport
}

func openS3(c Config) (*S3, error) {
	u, err := url.Parse(c.Endpoint)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" ||
		strings.Trim(u.Path, "/") != "" {
		return nil, errors.New("files: the address of the store must look like http://minio:9000")
	}
	if c.Bucket == "" || c.Region == "" || c.AccessKey == "" || c.SecretKey == "" {
		return nil, errors.New("files: bucket, region, access key and secret key are all needed")
	}
	t := newTransport()
	core, err := minio.NewCore(u.Host, &minio.Options{
		Creds:        credentials.NewStaticV4(c.AccessKey, c.SecretKey, ""),
		Secure:       u.Scheme == "https",
		Region:       c.Region,
		BucketLookup: minio.BucketLookupPath,
		Transport:    t,
		MaxRetries:   attempts,
	})
	if err != nil {
		return nil, fmt.Errorf("files: %w", err)
	}
	return &S3{core: *core, bucket: c.Bucket, transport: t}, nil
}

// Close ends the use of the store.
func (s *S3) Close() error {
	s.transport.CloseIdleConnections()
	return nil
}

// Put stores all that r gives under this name and returns when the server has it. What fits in one
// part goes as one request with its length; more goes in parts, that become the object only when
// the last one is there.
func (s *S3) Put(ctx context.Context, name string, r io.Reader) error {
	if !usable(name) {
		return ErrName
	}
	return s.put(ctx, keyOf(name), r)
}

func (s *S3) put(ctx context.Context, name string, r io.Reader) error {
	src := &source{ctx: ctx, r: r}
	head, err := io.ReadAll(io.LimitReader(src, partSize+1))
	if err != nil {
		return err
	}
	if len(head) > partSize {
		err = s.send(ctx, name, io.MultiReader(bytes.NewReader(head), src), -1)
	} else {
		err = s.send(ctx, name, bytes.NewReader(head), int64(len(head)))
	}
	if src.err != nil {
		return src.err
	}
	return s.fault(ctx, err)
}

func (s *S3) send(ctx context.Context, name string, r io.Reader, size int64) error {
	_, err := s.core.Client.PutObject(ctx, s.bucket, name, r, size, minio.PutObjectOptions{
		PartSize:       partSize,
		SendContentMd5: true,
	})
	return err
}

// Get opens what is stored under this name; nothing there is problem `not_found`. The caller closes
// it; ctx must last until then.
func (s *S3) Get(ctx context.Context, name string) (io.ReadCloser, error) {
	if !usable(name) {
		return nil, ErrName
	}
	r, err := s.get(ctx, keyOf(name))
	if name != keyOf(name) && errors.Is(err, problem.New(problem.NotFound)) {
		return s.get(ctx, name) // from before keys had no slashes
	}
	return r, err
}

func (s *S3) get(ctx context.Context, name string) (io.ReadCloser, error) {
	r, _, _, err := s.core.GetObject(ctx, s.bucket, name, minio.GetObjectOptions{})
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return &body{ReadCloser: r, fault: func(err error) error { return s.fault(ctx, err) }}, nil
}

// List gives the names that start with prefix ("" for all), in order.
func (s *S3) List(ctx context.Context, prefix string) ([]string, error) {
	names, err := s.list(ctx, keyOf(prefix))
	if err == nil && prefix != keyOf(prefix) {
		var old []string // from before keys had no slashes
		old, err = s.list(ctx, prefix)
		names = append(names, old...)
	}
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// list gives the names whose keys start with prefix.
func (s *S3) list(ctx context.Context, prefix string) (names []string, err error) {
	for o := range s.core.ListObjectsIter(ctx, s.bucket, minio.ListObjectsOptions{
		Prefix:     prefix,
		Recursive:  true,
		FetchOwner: new(bool),
	}) {
		if o.Err != nil {
			return nil, s.fault(ctx, o.Err)
		}
		if name := strings.ReplaceAll(o.Key, fold, "/"); usable(name) {
			names = append(names, name)
		}
	}
	if err := ctx.Err(); err != nil { // the iterator ends without a word then
		return nil, fmt.Errorf("files: %w", err)
	}
	return names, nil
}

// Remove takes away what is stored under this name; nothing there is fine.
func (s *S3) Remove(ctx context.Context, name string) error {
	if !usable(name) {
		return ErrName
	}
	if name != keyOf(name) { // from before keys had no slashes; first, or it would show again
		if err := s.remove(ctx, name); err != nil {
			return err
		}
	}
	return s.remove(ctx, keyOf(name))
}

func (s *S3) remove(ctx context.Context, name string) error {
	err := s.fault(ctx, s.core.RemoveObject(ctx, s.bucket, name, minio.RemoveObjectOptions{}))
	if errors.Is(err, problem.New(problem.NotFound)) {
		return nil
	}
	return err
}

// Ping writes a small object that no listing shows, reads it, lists, and removes it. It also
// sweeps, as nothing else here comes by regularly.
func (s *S3) Ping(ctx context.Context) error {
	short, cancel := context.WithTimeout(ctx, pingTime)
	defer cancel()
	err := s.put(short, pingName, strings.NewReader(pingText))
	if err == nil {
		err = pinged(s.get(short, pingName))
	}
	if err == nil {
		_, err = s.List(short, "ping/") // nothing is stored there: one small answer
	}
	if err == nil {
		err = s.remove(short, pingName)
	}
	if err == nil {
		s.sweep(short, 24*time.Hour)
	}
	// it was our patience that ended, not the caller's
	if err != nil && ctx.Err() == nil && short.Err() != nil {
		return problem.New(problem.Unavailable).Because(err)
	}
	return err
}

// sweep removes parts that never became an object because the way to the server was cut. It is no
// fault when that fails: the next one tries again, and MinIO, which does not list them, sweeps by
// itself.
func (s *S3) sweep(ctx context.Context, age time.Duration) {
	left, err := s.core.ListMultipartUploads(ctx, s.bucket, "", "", "", "", 1000)
	if err != nil {
		return
	}
	for _, u := range left.Uploads {
		if time.Since(u.Initiated) > age {
			_ = s.core.AbortMultipartUpload(ctx, s.bucket, u.Key, u.UploadID)
		}
	}
}

// fault is an error of the server or of the way to it as the caller must see it.
func (s *S3) fault(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if gaveUp := ctx.Err(); gaveUp != nil {
		return fmt.Errorf("files: %w", gaveUp)
	}
	if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
		return problem.New(problem.NotFound).Because(err)
	}
	// All else, a wrong key and a missing bucket too, means: now no file can be had here, and no
	// caller can help it.
	return problem.New(problem.Unavailable).Because(fmt.Errorf("files: %s: %w", code(err), err))
}

// code is the server's own word for an error, or that there was no answer.
func code(err error) string {
	if c := minio.ToErrorResponse(err).Code; c != "" {
		return c
	}
	return "no answer"
}

// body turns the errors of reading into ours.
type body struct {
	io.ReadCloser
	fault func(error) error
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		err = b.fault(err)
	}
	return n, err
}
