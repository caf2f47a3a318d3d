import './seats.css'

interface Props {
  free: number
  total: number
}

/**
 * A round table with a chair for each place. The free ones stand a little out, in another colour,
 * around the lower right.
 */
export function SeatsDrawing({ free, total }: Props) {
  const step = (2 * Math.PI) / Math.max(total, 1)
  const half = Math.min(step * 0.2, 0.3)
  const start = 0.61 - ((free - 1) / 2) * step
  const chairs = Array.from({ length: total }, (_, i) => {
    const at = start + step * i
    const isFree = i < free
    return (
      <path
        key={i}
        className={isFree ? 'seat seat-free' : 'seat'}
        d={arc(isFree ? 51 : 43, at - half, at + half)}
      />
    )
  })
  return (
    <svg viewBox="0 0 120 120" width="120" height="120" aria-hidden="true">
      <circle cx="60" cy="60" r="30" className="seat-table" />
      {chairs}
    </svg>
  )
}

function arc(r: number, from: number, to: number): string {
  const point = (angle: number) =>
    `${(60 + r * Math.cos(angle)).toFixed(1)} ${(60 + r * Math.sin(angle)).toFixed(1)}`
  return `M${point(from)}A${r} ${r} 0 0 1 ${point(to)}`
}
