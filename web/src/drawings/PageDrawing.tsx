import { useEffect, useState, useSyncExternalStore } from 'react'
import { useStore } from '../page'
import type { Shapes } from './Drawing'

/** A drawing by name, with its size, so that nothing moves when its lines come. */
export interface Drawn {
  name: string
  size: Shapes['size']
  /** The module that has it under this name. */
  lines(): Promise<Readonly<Record<string, Shapes>>>
}

interface Props {
  of: Drawn
  /** Without one it is decoration. */
  label?: string
}

/**
 * A drawing of a page. The server writes its lines into the HTML and there they stay: the browser
 * fetches them only for a page that was opened from another one.
 */
export function PageDrawing({ of, label }: Props) {
  const first = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  const [came] = useState(first && of)
  const [width, height] = of.size
  const frame = {
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    ...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }),
  }
  return came === of ? <Served of={of} frame={frame} /> : <Fetched of={of} frame={frame} />
}

const never = () => () => {}

interface Framed {
  of: Drawn
  frame: object
}

/** Words that React neither compares nor writes while it takes over what the server wrote. */
const asItCame = { __html: '' }

function Served({ of, frame }: Framed) {
  const lines = useStore().drawings?.[of.name]
  return (
    <svg
      {...frame}
      suppressHydrationWarning
      dangerouslySetInnerHTML={lines ? { __html: htmlOf(lines) } : asItCame}
    />
  )
}

function Fetched({ of, frame }: Framed) {
  const [lines, set] = useState<Shapes>()
  useEffect(() => {
    let here = true
    of.lines().then(
      m => here && set(m[of.name]),
      () => undefined, // the words around it do without
    )
    return () => void (here = false)
  }, [of])
  return (
    <svg {...frame}>
      {lines?.parts.map(([role, path, transform], i) => (
        <path key={i} className={role} d={path} transform={transform} />
      ))}
    </svg>
  )
}

/** Ours to the last letter: nothing in it needs escaping. */
const htmlOf = ({ parts }: Shapes) =>
  parts
    .map(
      ([role, path, transform]) =>
        `<path class="${role}" d="${path}"${transform ? ` transform="${transform}"` : ''}></path>`,
    )
    .join('')
