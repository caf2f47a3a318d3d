import type { ReactNode } from 'react'
import type { Speech } from './EditorFrame'

/** A field of one version, to lay beside another. */
export function Value<T>({ of, name, speech }: { of: unknown; name: string; speech: Speech<T> }): ReactNode {
  const own = speech.show?.[name]
  return own ? own(of) : <p className="value">{asText(of) || <span className="muted">(leeg)</span>}</p>
}

/** Any value in words: texts as they are, a rich text by its paragraphs, a moment as it is. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'ja' : 'nee'
  if (Array.isArray(value)) return value.map(asText).filter(Boolean).join('\n')
  if (typeof value !== 'object') return String(value)
  const node = value as { type?: string; text?: string; content?: unknown[]; attrs?: { alt?: string } }
  if (node.type === 'text') return node.text ?? ''
  if (node.type === 'image') return `[foto: ${node.attrs?.alt || 'versiering'}]`
  if (Array.isArray(node.content)) return node.content.map(asText).join(node.type === 'paragraph' || node.type === 'heading' ? '' : '\n')
  if (node.type) return ''
  return Object.values(value).map(asText).filter(Boolean).join('\n')
}

const beside: Readonly<Record<string, string>> = { from: 'Zichtbaar vanaf', until: 'Zichtbaar tot', pinned: 'Vastgezet', position: 'Volgorde' }

/** The label of a field of the document, or of what stands beside it. */
export const labelOf = <T,>(name: string, { labels }: Speech<T>) => labels[name] ?? beside[name] ?? name
