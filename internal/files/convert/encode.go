package convert

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"github.com/gen2brain/avif"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

const (
	jpegQuality = 82
	avifQuality = 55
	avifSpeed   = 8
	widestAvif  = 1280      // pixels; and
	mostAvif    = 2_200_000 // pixels at a time: the encoder takes about 60 bytes for each
)

// encodeAll says the variants of each picture whose pixels it gets, until there are no more.
func encodeAll(in io.Reader, out io.Writer) error {
	say := &speaker{w: out}
	for {
		f, err := readFrame(in)
		switch {
		case errors.Is(err, errFrames):
			return err
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case f.kind != framePixels:
			return errFrames
		}
		// whoever gave it may be gone, and cannot end us
		late := time.AfterFunc(mostTime, func() { os.Exit(1) })
		largest := &image.RGBA{
			Pix:    f.data,
			Stride: 4 * f.size.X,
			Rect:   image.Rectangle{Max: f.size},
		}
		if err := variants(largest, say); err != nil {
			return err
		}
		late.Stop()
		f, largest = frame{}, nil
		debug.FreeOSMemory()
		if err := say.end(); err != nil {
			return err
		}
	}
}

// variants says the largest as jpeg, then the smaller ones, and in between those for browsers that
// know avif, each as soon as there is room for it: the encoder of avif takes more memory than all
// the rest.
func variants(largest *image.RGBA, say *speaker) error {
	size := largest.Rect.Size()
	avifs, ctx := errgroup.WithContext(context.Background())
	room := semaphore.NewWeighted(mostAvif)
	for _, w := range slices.Backward(widthsOf(size.X, size.Y)) {
		v := largest
		if w != size.X {
			v = shrink(largest, w, tallness(w, size.X, size.Y))
		}
		if err := sayJPEG(v, say); err != nil {
			return err
		}
		pixels := int64(v.Rect.Dx() * v.Rect.Dy())
		if w > widestAvif || pixels > mostAvif {
			continue
		}
		avifs.Go(func() error {
			if err := room.Acquire(ctx, pixels); err != nil {
				return err
			}
			defer room.Release(pixels)
			return sayAVIF(v, say)
		})
	}
	return avifs.Wait()
}

func sayJPEG(v *image.RGBA, say *speaker) error {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, v, &jpeg.Options{Quality: jpegQuality}); err != nil {
		return fmt.Errorf("convert: jpeg: %w", err)
	}
	return say.frame(frameJPEG, v.Rect.Size(), b.Bytes())
}

func sayAVIF(v *image.RGBA, say *speaker) error {
	var b bytes.Buffer
	err := avif.Encode(&b, v, avif.Options{
		Quality:           avifQuality,
		QualityAlpha:      avifQuality,
		Speed:             avifSpeed,
		ChromaSubsampling: image.YCbCrSubsampleRatio420,
	})
	if err != nil {
		return fmt.Errorf("convert: avif: %w", err)
	}
	return say.frame(frameAVIF, v.Rect.Size(), b.Bytes())
}
