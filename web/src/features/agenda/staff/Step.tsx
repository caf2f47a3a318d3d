import { many } from '../../../staff/count'
import { useContext, useEffect, useState, type ReactNode } from 'react'
import { capital, money } from '../../../api/moment'
import { fieldOf } from '../../../staff/editor/FaultSummary'
import { Faults } from '../../../staff/fields'
import { Icon } from '../../../ui/Icon'
import { down } from '../../../ui/icons'
import { PressButton } from '../../../ui/PressButton'
import type { Activity, StaffDates } from './model'
import { audiences, categories, modes } from './words'

const all = [1, 2, 3, 4]
const headingOf = (n: number) => `stap-${n}`

/** Which steps stand open. On a phone one at first, elsewhere all; one with a mistake opens. */
export function useSteps(first: number) {
  const [open, set] = useState<readonly number[]>(() =>
    matchMedia('(min-width: 60em)').matches ? all : [first],
  )
  const faults = useContext(Faults)
  const [wrong, tell] = useState<readonly number[]>([])
  useEffect(() => {
    const found = Object.keys(faults).map(name =>
      Number(fieldOf(name)?.closest<HTMLElement>('[data-step]')?.dataset['step']),
    )
    const steps = all.filter(n => found.includes(n))
    tell(steps)
    if (steps.length > 0) set(now => all.filter(n => now.includes(n) || steps.includes(n)))
  }, [faults])
  return {
    isOpen: (n: number) => open.includes(n),
    isWrong: (n: number) => wrong.includes(n),
    put: (n: number, to: boolean) => set(now => all.filter(m => (m === n ? to : now.includes(m)))),
    /** On to the next one: this one folds, so that it stands on top. */
    next: (n: number) => {
      set(now => all.filter(m => m !== n && (m === n + 1 || now.includes(m))))
      requestAnimationFrame(() => {
        const summary = document.getElementById(headingOf(n + 1))?.closest('summary')
        summary?.scrollIntoView({ block: 'start' })
        summary?.focus({ preventScroll: true })
      })
    },
  }
}

interface Props {
  n: number
  title: string
  /** What is filled in, in a line, while it is folded. */
  line: string
  of: ReturnType<typeof useSteps>
  /** The title of the next one. */
  next?: string
  children: ReactNode
}

/** One step of the editor. */
export function Step({ n, title, line, of, next, children }: Props) {
  const open = of.isOpen(n)
  return (
    <section className="step" aria-labelledby={headingOf(n)}>
      <details
        className="fold"
        data-step={n}
        open={open}
        onToggle={e => {
          if (e.target === e.currentTarget) of.put(n, e.currentTarget.open)
        }}
      >
        <summary>
          <h2 id={headingOf(n)}>
            <span className="step-n" aria-hidden="true">
              {n}
            </span>{' '}
            {title}
          </h2>
          {of.isWrong(n) ? (
            <b className="step-line">Hier is nog iets nodig.</b>
          ) : (
            !open && line && <span className="step-line small muted">{line}</span>
          )}
          <Icon of={down} />
        </summary>
        <div className="stack">
          {children}
          {next && (
            <p className="step-next">
              <PressButton second press={() => of.next(n)}>
                Verder: {next}
              </PressButton>
            </p>
          )}
        </div>
      </details>
    </section>
  )
}

/** Of each step what is filled in. */
export function stepLines(doc: Activity, dates: StaffDates | undefined): readonly string[] {
  const coming = (dates?.items ?? []).filter(i => i.status !== 'done').length
  const fresh = doc.newDates.length
  const some = (n: number, one: string) => n > 0 && many(n, one)
  const line = (...parts: readonly (string | false | undefined)[]) =>
    parts.filter(Boolean).join(' · ')
  const named = (of: readonly (readonly [string, string])[], codes: readonly string[]) =>
    of.filter(([code]) => codes.includes(code)).map(([, words]) => words)
  return [
    line(...named(categories, [doc.category]), named(audiences, doc.audience).join(', ')),
    line(
      doc.location,
      some(coming, '1 datum'),
      some(fresh, '1 nieuwe datum'),
      doc.rhythm && 'met een ritme',
    ),
    line(...named(modes, [doc.mode]), some(doc.capacity ?? 0, '1 plek')),
    capital(money(doc.cost)),
  ]
}
