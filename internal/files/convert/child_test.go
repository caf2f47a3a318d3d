package convert

import (
	"bytes"
	"context"
	"errors"
	"image"
	"os"
	"strings"
	"testing"

	"herstelruimte/internal/longtest"
)

func TestTheLargestPicturesNeedLessThan300MB(t *testing.T) {
	pictures := map[string][]byte{"progressive jpeg of 16 million": file(t, "progressive16mp.jpg")}
	if longtest.On() { // these two need 50 to 90 MB less
		deep := image.NewNRGBA64(image.Rect(0, 0, 4000, 3990))
		for i := range deep.Pix {
			deep.Pix[i] = uint8(i >> 9)
		}
		pictures["png of 16 million, 16 bits"] = asPNG(t, deep)
		pictures["jpeg of 40 million"] = asJPEG(
			t,
			image.NewYCbCr(image.Rect(0, 0, 7296, 5470), image.YCbCrSubsampleRatio444),
		)
	}
	for says, raw := range pictures {
		_, most, err := run(t, raw)
		if err != nil || most == 0 || most > 300_000_000>>10 {
			t.Errorf("%s: %d kB, %v", says, most, err)
		}
		t.Logf("%s: %d MB", says, most>>10)
	}
}

func ignore(Variant) error { return nil }

func TestAChildThatWritesNonsenseHasCrashed(t *testing.T) {
	for _, program := range []string{"/bin/true", "/bin/echo", "/bin/false"} {
		c := Converter{Program: program}
		_, err := c.Run(t.Context(), asJPEG(t, photo(400, 300)), ignore)
		if !errors.Is(err, ErrCrashed) {
			t.Errorf("%s: %v", program, err)
		}
	}
}

func TestTheChildSeesNoSecrets(t *testing.T) {
	t.Setenv("SEAL_KEY", "secret")
	name := t.TempDir() + "/tell"
	if err := os.WriteFile(name, []byte("#!/bin/sh\nenv >&2\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	c := Converter{Program: name}
	_, err := c.Run(t.Context(), nil, ignore)
	if !errors.Is(err, ErrCrashed) || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

func TestGivingUpEndsTheChild(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := converter.Run(ctx, asJPEG(t, photo(2000, 1500)), func(Variant) error {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestAFailingStoreIsNoFaultOfThePicture(t *testing.T) {
	full := errors.New("the store is full")
	_, err := converter.Run(t.Context(), asJPEG(t, photo(400, 300)), func(Variant) error {
		return full
	})
	if !errors.Is(err, full) {
		t.Error(err)
	}
}

func TestTheEncoderServesOnePictureAfterAnother(t *testing.T) {
	convert := func() int {
		t.Helper()
		n := 0
		_, err := converter.Run(t.Context(), asJPEG(t, photo(400, 300)), func(Variant) error {
			n++
			return nil
		})
		if err != nil || n != 2 {
			t.Fatalf("%d variants, %v", n, err)
		}
		return converter.encoder.cmd.Process.Pid
	}
	first := convert()
	if again := convert(); again != first {
		t.Errorf("the second picture has an encoder of its own: %d, was %d", again, first)
	}
	if err := converter.encoder.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if second := convert(); second == first {
		t.Error("a killed encoder makes a picture")
	}
}

// Whatever a stranger sent, the encoder gets pixels of a size that our own rules give.
func TestTheEncoderTakesNothingButPixels(t *testing.T) {
	for says, f := range map[string]head{
		"another width":  {framePixels, image.Pt(321, 1), 4 * 321},
		"no rows":        {framePixels, image.Pt(320, 0), 0},
		"more bytes":     {framePixels, image.Pt(320, 1), 4*320 + 4},
		"fewer bytes":    {framePixels, image.Pt(320, 1), 4*320 - 4},
		"too many":       {framePixels, image.Pt(1920, 4167), 4 * 1920 * 4167},
		"another letter": {frameJPEG, image.Pt(320, 1), 4 * 320},
		"a huge variant": {frameAVIF, image.Pt(320, 1), mostVariant + 1},
	} {
		var in, out bytes.Buffer
		if err := (&speaker{w: &in}).frame(f.kind, f.size, make([]byte, f.length)); err != nil {
			t.Fatal(err)
		}
		if err := encodeAll(&in, &out); !errors.Is(err, errFrames) || out.Len() > 0 {
			t.Errorf("%s: %v, %d bytes", says, err, out.Len())
		}
	}
}
