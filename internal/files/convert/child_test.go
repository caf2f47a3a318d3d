package convert

import (
	"context"
	"errors"
	"image"
	"os"
	"strings"
	"testing"
)

func TestTheLargestPicturesNeedLessThan300MB(t *testing.T) {
	deep := image.NewNRGBA64(image.Rect(0, 0, 4000, 3990))
	for i := range deep.Pix {
		deep.Pix[i] = uint8(i >> 9)
	}
	for says, raw := range map[string][]byte{
		"jpeg of 40 million": asJPEG(
			t,
			image.NewYCbCr(image.Rect(0, 0, 7296, 5470), image.YCbCrSubsampleRatio444),
		),
		"png of 16 million, 16 bits":     asPNG(t, deep),
		"progressive jpeg of 16 million": file(t, "progressive16mp.jpg"),
	} {
		_, most, err := run(t, raw)
		if err != nil || most == 0 || most > 300_000_000>>10 {
			t.Errorf("%s: %d kB, %v", says, most, err)
		}
		t.Logf("%s: %d MB", says, most>>10)
	}
}

func TestAChildThatWritesNonsenseHasCrashed(t *testing.T) {
	for _, program := range []string{"/bin/true", "/bin/echo", "/bin/false"} {
		_, err := Run(t.Context(), program, asJPEG(
			t,
			photo(400, 300),
		), func(Variant) error { return nil })
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
	_, err := Run(t.Context(), name, nil, func(Variant) error { return nil })
	if !errors.Is(err, ErrCrashed) || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

func TestGivingUpEndsTheChild(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Run(ctx, "", asJPEG(
		t,
		photo(2000, 1500),
	), func(Variant) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestAFailingStoreIsNoFaultOfThePicture(t *testing.T) {
	full := errors.New("the store is full")
	if _, err := Run(t.Context(), "", asJPEG(
		t,
		photo(400, 300),
	), func(Variant) error { return full }); !errors.Is(err, full) {
		t.Error(err)
	}
}
