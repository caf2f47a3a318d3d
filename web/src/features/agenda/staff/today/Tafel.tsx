/** More chairs than this are a ring, and tell nothing. */
const most = 40

/** A table with its chairs: thick is who is there, thin who comes, standing out a free place. */
export function Tafel({ here, coming, free }: { here: number; coming: number; free: number }) {
  const n = here + coming + free
  if (n === 0 || n > most) return null
  const long = Math.min(0.21, (Math.PI / n) * 0.5)
  const at = (angle: number, r: number) =>
    `${(60 + r * Math.cos(angle)).toFixed(1)} ${(60 + r * Math.sin(angle)).toFixed(1)}`
  return (
    <svg className="tafel" viewBox="0 0 120 120" aria-hidden="true">
      <circle cx="60" cy="60" r="30" />
      {Array.from({ length: n }, (_, i) => {
        const middle = (i / n) * 2 * Math.PI - Math.PI / 2
        const look = i < here ? 'ch ch-here' : i < here + coming ? 'ch' : 'ch ch-free'
        const r = look === 'ch ch-free' ? 51 : 43
        return (
          <path
            key={i}
            className={look}
            d={`M${at(middle - long, r)}A${r} ${r} 0 0 1 ${at(middle + long, r)}`}
          />
        )
      })}
    </svg>
  )
}
