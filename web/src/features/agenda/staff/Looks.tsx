import '../../../programme/list.css'
import { Status } from '../../../programme/Status'
import { costWords } from '../../../programme/aboutWords'
import type { Line } from '../../../programme/words'
import { KindDrawing } from '../../../programme/KindDrawing'
import { hours, type Activity, type StaffDate } from './model'

/** How it will stand in the programme: on its next date, or on the first new one. */
export function Looks({ doc, next }: { doc: Activity; next: StaffDate | undefined }) {
  const when = next?.sessions[0] ?? doc.newDates[0]?.sessions[0]
  const places = next ? next.capacity : (doc.newDates[0]?.capacity ?? doc.capacity)
  const free = places === undefined ? undefined : Math.max(0, places - (next?.taken ?? 0))
  const status =
    doc.mode === 'walkin'
      ? 'walkin'
      : free === undefined || free > 3
        ? 'open'
        : free > 0
          ? 'few'
          : doc.waitlist
            ? 'waitlist'
            : 'full'
  return (
    <div className="box">
      <h2>Zo ziet het eruit</h2>
      <div className="act looks">
        {doc.category && <KindDrawing of={doc.category as Line['category']} />}
        <div className="act-main">
          {when?.from && when.to && <p className="act-time">{hours(when)}</p>}
          <p>
            <strong>{doc.title || 'Zonder titel'}</strong>
          </p>
          <p>{doc.summary}</p>
          <p className="act-info">
            <Status
              line={
                {
                  status,
                  free,
                  now: false,
                  kind: 'date',
                  session: 1,
                  sessions: 1,
                  start: '',
                  end: '',
                  room: '',
                } as unknown as Line
              }
            />
            <span className="small">
              {when?.room || doc.location}
              {(when?.room || doc.location) && ' · '}
              {costWords({
                cost: Math.max(0, doc.cost),
                ...(doc.costNote ? { costNote: doc.costNote } : {}),
              })}
            </span>
          </p>
        </div>
      </div>
    </div>
  )
}
