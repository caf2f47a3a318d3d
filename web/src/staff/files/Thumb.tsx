import './files.css'
import type { LibraryFile } from './library'
import { gone } from './words'

/** What a photo looks like, small; its words stand beside it. */
export function Thumb({ of }: { of: Pick<LibraryFile, 'id' | 'kind' | 'status' | 'media'> }) {
  if (of.kind === 'document')
    return (
      <span className="thumb" aria-hidden="true">
        pdf
      </span>
    )
  const m = of.media
  if (!m || of.status === 'withdrawn') return <span className="thumb small">{gone}</span>
  const width = m.widths[0] ?? m.width
  return (
    <span className={`thumb fx-${Math.round(m.focalX / 10)} fy-${Math.round(m.focalY / 10)}`}>
      <img
        src={`/media/${of.id}/${width}.jpg`}
        alt=""
        width={m.width}
        height={m.height}
        loading="lazy"
        decoding="async"
      />
    </span>
  )
}
