import '../files/files.css'
import { useState, type ReactNode } from 'react'
import type { Speech } from './speech'
import { gone } from '../files/words'

/** A field of one version, to lay beside another. */
export function Value<T>({
  of,
  name,
  speech,
}: {
  of: unknown
  name: string
  speech: Speech<T>
}): ReactNode {
  const own = speech.show?.[name]
  return own ? own(of) : <PlainValue of={of} />
}

/** Any value as it reads, and below it the photos in it. */
export const PlainValue = ({ of }: { of: unknown }) => (
  <>
    <p className="value">{asText(of) || <span className="muted">(leeg)</span>}</p>
    {photosIn(of).map(id => (
      <Small key={id} of={id} />
    ))}
  </>
)

/** Its words stand above it. An earlier version may have a photo that is gone since. */
function Small({ of }: { of: string }) {
  const [away, lose] = useState(false)
  if (away) return <p className="photo-gone">{gone}</p>
  return (
    <span className="thumb">
      <img
        src={`/media/${of}/320.jpg`}
        alt=""
        width={320}
        decoding="async"
        onError={() => lose(true)}
      />
    </span>
  )
}

interface Photo {
  fileId: string
  alt?: string
  caption?: string
}
const isPhoto = (value: object): value is Photo =>
  typeof (value as Partial<Photo>).fileId === 'string'

/** The ids of the photos in a value: one of its own, and those in a text. */
export function photosIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = isPhoto(value) && value.fileId ? [value.fileId] : []
  return [...new Set([...own, ...Object.values(value).flatMap(photosIn)])]
}

/**
 * Any value in words: texts as they are, a rich text by its paragraphs, a photo by what it shows, a
 * moment as it is.
 */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'ja' : 'nee'
  if (Array.isArray(value)) return value.map(asText).filter(Boolean).join('\n')
  if (typeof value !== 'object') return String(value)
  if (isPhoto(value))
    return [`[foto: ${value.alt || 'versiering'}]`, value.caption].filter(Boolean).join('\n')
  const node = value as { type?: string; text?: string; content?: unknown[]; attrs?: unknown }
  if (node.type === 'text') return node.text ?? ''
  if (node.type === 'image') return asText(node.attrs)
  if (Array.isArray(node.content))
    return node.content
      .map(asText)
      .join(node.type === 'paragraph' || node.type === 'heading' ? '' : '\n')
  if (node.type) return ''
  return Object.values(value).map(asText).filter(Boolean).join('\n')
}

const beside: Readonly<Record<string, string>> = {
  from: 'Zichtbaar vanaf',
  until: 'Zichtbaar tot',
  pinned: 'Vastgezet',
}

/** The label of a field of the document, or of what stands beside it. */
export const labelOf = <T,>(name: string, { labels }: Speech<T>) =>
  labels[name] ?? beside[name] ?? name
