package places

import (
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
)

// MeetingColumns are SlotColumns and what ScanMeeting reads of session se of occurrence o.
const MeetingColumns = SlotColumns +
	`, se.id, se.room, se.status, se.reason, se.n, o.sessions, se.starts_at, se.ends_at`

// ScanMeeting reads a row of MeetingColumns, and what stands behind them into more.
func ScanMeeting(row pgx.Row, s *rules.Slot, m *rules.Meeting, more ...any) error {
	return ScanSlotAnd(row, s, append([]any{
		&m.ID, &m.Room, &m.Status, &m.Reason, &m.N, &m.Of, &m.Start, &m.End,
	}, more...)...)
}

// ScanSlotAnd is ScanSlot that reads what stands behind its columns into more.
func ScanSlotAnd(row pgx.Row, s *rules.Slot, more ...any) error {
	return ScanSlot(tail{row, more}, s)
}

// tail reads more columns behind those that a scan asks for.
type tail struct {
	pgx.Row
	more []any
}

// Scan implements pgx.Row.
func (t tail) Scan(dest ...any) error { return t.Row.Scan(append(dest, t.more...)...) }
