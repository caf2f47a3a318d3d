import './photo.css'
import { createContext, useContext, type ReactNode } from 'react'

/** A picture in a document, and what it says to people who cannot see it. */
export interface Picture {
  fileId: string
  alt?: string
  decorative?: boolean
  caption?: string
}

/**
 * How a picture may be shown: the widths that are there, and what must stay in view when it is cut.
 */
export interface Media {
  width: number
  height: number
  widths: number[]
  avif: number[]
  focalX: number
  focalY: number
}

/** By file id. What is not in it may not be shown. */
export type MediaOf = Readonly<Record<string, Media>> | undefined

/** What stands where a picture is gone: nothing for visitors. A preview for staff says so. */
export const Gone = createContext<ReactNode>(null)

interface Props {
  of: Picture
  media: MediaOf
  /** The first of a page comes at once, all others when they come near. */
  first?: boolean
  /** Fills the shape of its place, as on a card. */
  cut?: boolean
  /** How wide it is shown, for the browser to choose; left out: the column of a text. */
  sizes?: string
}

/** A photo with its own room on the page: nothing jumps when it comes. */
export function Photo({ of, media, first, cut, sizes = '(min-width: 48em) 720px, 100vw' }: Props) {
  const gone = useContext(Gone)
  const m = media?.[of.fileId]
  if (!m) return gone
  const at = (width: number, kind: string) => `/media/${of.fileId}/${width}.${kind}`
  const set = (widths: number[], kind: string) => widths.map(w => `${at(w, kind)} ${w}w`).join(', ')
  return (
    <figure
      className={`photo${cut ? ` photo-cut fx-${Math.round(m.focalX / 10)} fy-${Math.round(m.focalY / 10)}` : ''}`}
    >
      <picture>
        {m.avif.length > 0 && (
          <source type="image/avif" srcSet={set(m.avif, 'avif')} sizes={sizes} />
        )}
        <img
          alt={of.decorative ? '' : (of.alt ?? '')}
          width={m.width}
          height={m.height}
          loading={first ? undefined : 'lazy'}
          decoding="async"
          sizes={sizes}
          srcSet={set(m.widths, 'jpg')}
          src={at(m.widths.findLast(w => w <= 960) ?? m.width, 'jpg')}
        />
      </picture>
      {of.caption && <figcaption>{of.caption}</figcaption>}
    </figure>
  )
}
