import type { ReactNode } from 'react'
import { capital } from '../../api/moment'
import { number } from '../../api/number'
import { chairs, share, type Impact, type Visits } from './words'

const floor = 160
/** A bar per year, the shown one dark; each with its number and its year. */
export function YearBars({
  visits,
  year,
  label,
}: {
  visits: readonly Visits[]
  year: number
  label: string
}) {
  const most = Math.max(1, ...visits.map(v => v.visits))
  const step = 292 / visits.length
  const width = Math.min(74, step * 0.77)
  return (
    <Drawn height={192} label={label}>
      {visits.map((v, i) => {
        const [middle, height] = [
          4 + step * (i + 0.5),
          Math.max(2, Math.round((v.visits / most) * 130)),
        ]
        return (
          <g key={v.year}>
            <rect
              className={v.year === year ? 'bar bar-now' : 'bar'}
              x={round(middle - width / 2)}
              y={floor - height}
              width={round(width)}
              height={height}
              rx="6"
            />
            <text
              x={round(middle)}
              y={floor - height - 10}
              textAnchor="middle"
              fontSize="18"
              fontWeight="700"
            >
              {number(v.visits)}
            </text>
            <text
              x={round(middle)}
              y="184"
              textAnchor="middle"
              fontSize="17"
              fontWeight={v.year === year ? 700 : 400}
            >
              {v.year}
            </text>
          </g>
        )
      })}
      <path className="bar-floor" d={`M4 ${floor}h292`} />
    </Drawn>
  )
}

/** A lying bar per way, with its words above it and its share behind it. */
export function ShareBars({ found, label }: { found: Impact['found']; label: string }) {
  const most = Math.max(1, ...found.map(f => f.percent ?? 0))
  return (
    <Drawn height={found.length * 48} label={label}>
      {found.map((f, i) => {
        const length =
          f.percent === undefined ? 0 : Math.max(2, Math.round((f.percent / most) * 230))
        return (
          <g key={f.label}>
            <text x="0" y={i * 48 + 17} fontSize="17">
              {capital(f.label)}
            </text>
            <rect
              className={f.percent === most ? 'bar bar-now' : 'bar'}
              x="0"
              y={i * 48 + 24}
              width={length}
              height="15"
              rx="5"
            />
            <text x={length && length + 8} y={i * 48 + 38} fontSize="17" fontWeight="700">
              {share(f)}
            </text>
          </g>
        )
      })}
    </Drawn>
  )
}

/** Twenty chairs: as many as are taken have a seat, the others are dotted. */
export function Chairs({ of }: { of: number }) {
  const taken = chairs(of)
  return (
    <Drawn height={80} label={`${taken} van de 20 stoelen zijn gevuld: ${number(of)} procent.`}>
      <path className="chair" d={row(0, taken)} />
      <path className="chair chair-free" d={row(taken, 20)} />
    </Drawn>
  )
}

/** A translator wraps a text in what a drawing does not show; the label says the same. */
const Drawn = (of: { height: number; label: string; children: ReactNode }) => (
  <div translate="no">
    <svg className="drawn" viewBox={`0 0 300 ${of.height}`} role="img" aria-label={of.label}>
      {of.children}
    </svg>
  </div>
)

const row = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => chair(from + i)).join('')

function chair(i: number): string {
  const [x, y] = [round(4 + (i % 10) * 29.5), i < 10 ? 3 : 43]
  return `M${x + 2} ${y + 16}h17v5h-17zM${x + 2} ${y + 32}v-32M${x + 19} ${y + 21}v11`
}

const round = (n: number) => Math.round(n * 10) / 10
