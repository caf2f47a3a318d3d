/**
 * A drawing of ../design as data: per part its class (colour role), its path and, seldom, its
 * place.
 */
export interface Shapes {
  size: readonly [width: number, height: number]
  parts: readonly (readonly [role: string, path: string, transform?: string])[]
}

/** Inline, so that the colours follow the mode. Without a label it is decoration. */
export function Drawing({ of, label }: { of: Shapes; label?: string }) {
  const [width, height] = of.size
  const name = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} {...name}>
      {of.parts.map(([role, path, transform], i) => (
        <path key={i} className={role} d={path} transform={transform} />
      ))}
    </svg>
  )
}
