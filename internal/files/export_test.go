package files

import (
	"context"
	"time"

	"github.com/minio/minio-go/v7"
)

// Sweep removes the parts that are older than age.
func Sweep(ctx context.Context, s Store, age time.Duration) { s.(*S3).sweep(ctx, age) }

// Begin begins an object in parts and leaves it.
func Begin(ctx context.Context, s Store, name string) error {
	_, err := s.(*S3).core.NewMultipartUpload(ctx, s.(*S3).bucket, name, minio.PutObjectOptions{})
	return err
}

// Begun counts the objects in parts that a server lists.
func Begun(ctx context.Context, s Store) (int, error) {
	left, err := s.(*S3).core.ListMultipartUploads(ctx, s.(*S3).bucket, "", "", "", "", 1000)
	return len(left.Uploads), err
}
