package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/riverqueue/river/rivertype"
)

// errFailed is all that River gets to store about a failure: error texts may quote what must not
// stay in a table.
var errFailed = errors.New("failed, see the log")

// guarded runs one job: failures and panics are logged here, and only "failed" goes on. Again
// passes unchanged.
func guarded(ctx context.Context, kind string, id int64, f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			slog.ErrorContext(
				ctx,
				"job panicked",
				"kind",
				kind,
				"job",
				id,
				"panic",
				fmt.Sprint(p),
				"stack",
				string(debug.Stack()),
			)
			err = errFailed
		}
	}()
	err = f()
	if _, again := IsAgain(err); err == nil || again {
		return err
	}
	slog.WarnContext(ctx, "job failed, it will run again", "kind", kind, "job", id, "err", err)
	return errFailed
}

// patience waits n² seconds after the n-th failure, five minutes at most.
type patience struct{}

const longestWait = 5 * time.Minute

func (patience) NextRetry(job *rivertype.JobRow) time.Time {
	n := time.Duration(len(job.Errors) + 1)
	wait := min(n*n*time.Second, longestWait)
	return time.Now().Add(wait) // River's tables live on the machine's clock
}

// warnings lets River's log through from warn level on.
type warnings struct{ slog.Handler }

func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}

func (w warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{w.Handler.WithAttrs(attrs)}
}

func (w warnings) WithGroup(name string) slog.Handler { return warnings{w.Handler.WithGroup(name)} }
