// A stored text as plain semantic HTML. The server let in only these nodes
// and marks.
import { Fragment, type ReactNode } from 'react'
import { Photo, type MediaOf, type Picture } from './Photo'

interface Mark {
  type: string
  attrs?: { href?: string }
}
interface Node {
  type: string
  text?: string
  attrs?: { level?: number } & Partial<Picture>
  marks?: Mark[]
  content?: Node[]
}

interface Props {
  doc: { content: Node[] }
  /** That of the headings above: a text under an h2 starts at h3. */
  level?: 2 | 3
  media?: MediaOf
  /** Another photo stands above this text: none of its own has to come at once. */
  below?: boolean
}

interface Around {
  deeper: number
  media: MediaOf
  first: Node | undefined
}

export const RichText = ({ doc, level = 2, media, below }: Props) => (
  <>
    {blocks(doc.content, {
      deeper: level - 2,
      media,
      first: below ? undefined : doc.content.find(n => n.type === 'image'),
    })}
  </>
)

const blocks = (nodes: Node[] | undefined, around: Around): ReactNode =>
  nodes?.map((n, i) => <Fragment key={i}>{block(n, around)}</Fragment>)

function block(n: Node, around: Around): ReactNode {
  const inside = () => blocks(n.content, around)
  switch (n.type) {
    case 'text':
      return marked(n)
    case 'hardBreak':
      return <br />
    case 'paragraph':
      return <p>{inside()}</p>
    case 'heading':
      return heading(Math.min((n.attrs?.level ?? 2) + around.deeper, 4), inside())
    case 'bulletList':
      return <ul>{inside()}</ul>
    case 'orderedList':
      return <ol>{inside()}</ol>
    case 'listItem':
      return <li>{isPlain(n) ? blocks(n.content![0]!.content, around) : inside()}</li>
    case 'blockquote':
      return <blockquote>{inside()}</blockquote>
    case 'horizontalRule':
      return <hr />
    case 'image':
      return <Photo of={n.attrs as Picture} media={around.media} first={n === around.first} />
    default:
      return null
  }
}

/** A list item of one paragraph needs no paragraph around its words. */
const isPlain = (item: Node) => item.content?.length === 1 && item.content[0]!.type === 'paragraph'

const heading = (level: number, words: ReactNode) =>
  level === 2 ? <h2>{words}</h2> : level === 3 ? <h3>{words}</h3> : <h4>{words}</h4>

const marked = (n: Node): ReactNode =>
  (n.marks ?? []).reduce<ReactNode>(
    (words, mark) => {
      if (mark.type === 'bold') return <strong>{words}</strong>
      if (mark.type === 'italic') return <em>{words}</em>
      return link(mark.attrs?.href ?? '', words)
    },
    inTongue(n.text ?? ''),
  )

const english = 'Wellness Recovery Action Plan'

/** The one English name in our texts is read aloud as English. */
const inTongue = (text: string): ReactNode =>
  text.split(english).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <span lang="en">{english}</span>}
      {part}
    </Fragment>
  ))

function link(href: string, words: ReactNode): ReactNode {
  if (!/^https?:/.test(href)) return <a href={href}>{words}</a>
  return (
    <a href={href} rel="noopener noreferrer">
      {words} (andere website)
    </a>
  )
}
