import './impact.css'
import * as limits from '../../../api/limits.gen'
import { useLocation } from '../../../router'
import type { Auth } from '../../../auth/types'
import type { ScreenProps } from '../../../page'
import * as to from '../../../paths'
import { EditorFrame } from '../../../staff/editor/EditorFrame'
import { AreaField, NumberField } from '../../../staff/fields'
import { HelpPanel } from '../../../staff/editor/rich/HelpPanel'
import { mayWrite } from '../../../staff/roles'
import { useDraft, type Draft } from '../../../staff/editor/useDraft'
import { useId, useOwnAddress } from '../../../staff/editor/useNew'
import { at } from '../../../screens'
import { Counts } from './Counts'
import { Figures } from './Figures'
import { Found, Quotes } from './Others'
import { freshYear, takeOver, yearSpeech, type Year } from './year'

/**
 * `/beheer/impact/:id`; `nieuw` makes one, of last year. With `?jaar=2026` it is of that year, and
 * what the site counted is there at once.
 */
export default function YearEditPage({ auth, user, params }: ScreenProps) {
  const made = params['id'] === 'nieuw'
  const { search } = useLocation()
  const wanted = Number(new URLSearchParams(search).get('jaar')) || undefined
  const id = useId(made ? undefined : params['id'], 'yr_', user.uid)
  const d = useDraft(
    auth,
    'years',
    id,
    made ? freshYear(wanted ?? new Date().getFullYear() - 1) : undefined,
  )
  useOwnAddress(d, made, at('impactYear', id))
  return (
    <EditorFrame
      auth={auth}
      user={user}
      draft={d}
      speech={yearSpeech}
      title="Cijfers van een nieuw jaar"
      heading={d.draft && `Cijfers van ${d.doc.year}`}
      noPeriod
      back={{ to: at('impact'), words: 'Impact' }}
      write={mayWrite(user, 'redactie', 'coordinator')}
      publicAt={d.is === 'ready' ? `${to.impact()}?jaar=${d.doc.year}` : undefined}
    >
      {d.is === 'ready' && (
        <Fields
          d={d}
          auth={auth}
          write={mayWrite(user, 'redactie', 'coordinator')}
          ready={wanted !== undefined}
        />
      )}
    </EditorFrame>
  )
}

interface FieldsProps {
  d: Draft<Year>
  auth: Auth
  write: boolean
  /** The counts are open. */
  ready: boolean
}

function Fields({ d: { doc, set }, auth, write, ready }: FieldsProps) {
  return (
    <>
      <p className="hint">
        Een jaar gaat in één keer online. Het zijn altijd cijfers van groepen, nooit van één
        persoon. Noem het nooit een behandelresultaat.
      </p>
      <NumberField
        name="year"
        label="Jaar"
        value={doc.year}
        onChange={year => set({ year: year ?? 0 })}
      />
      {write && (
        <Counts
          key={doc.year}
          auth={auth}
          year={doc.year}
          figures={doc.figures}
          ready={ready}
          take={f => set(y => ({ ...y, figures: takeOver(y.figures, f) }))}
        />
      )}
      <Figures value={doc.figures} onChange={figures => set({ figures })} />
      <Found doc={doc} set={set} />
      <AreaField
        name="method"
        label="Hoe is er geteld?"
        optional
        max={limits.ImpactYear.method.maxLength}
        rows={4}
        value={doc.method ?? ''}
        onChange={method => set({ method })}
      />
      <Quotes value={doc.quotes} onChange={quotes => set({ quotes })} />
      <HelpPanel
        of={[
          doc.method,
          ...doc.figures.flatMap(f => [f.label, f.definition, f.note]),
          ...doc.quotes.map(q => q.text),
        ]
          .filter(Boolean)
          .join('\n')}
      />
    </>
  )
}
