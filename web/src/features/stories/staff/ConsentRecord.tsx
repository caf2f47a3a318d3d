import { useEffect, useRef, useState } from 'react'
import { unsaved } from '../../../layout/unsaved'
import { DayField, Faults, TextField, TickField } from '../../../staff/fields'
import { Missed, Waiting } from '../../../staff/States'
import { sayDay } from '../../../staff/words'
import { ActError } from '../../../staff/ActError'
import { PressButton } from '../../../ui/PressButton'
import { CodePaper } from './CodePaper'
import {
  formOf,
  sayForm,
  sayRefused,
  ticks,
  tickWords,
  type Consent,
  type Desk,
  type Form,
  type Tick,
} from './consent'

/**
 * What the teller agreed to: who, how to reach them, seven ticks, when to ask again. Kept apart
 * from the story.
 */
export function ConsentRecord({ desk, there }: { desk: Desk; there: boolean }) {
  const { known } = desk
  return (
    <section className="box" aria-labelledby="toestemming">
      <h2 id="toestemming">Toestemming van de verteller</h2>
      {!there && (
        <p>Schrijf eerst iets van het verhaal. Daarna kun je hier de toestemming vastleggen.</p>
      )}
      {there && known.is === 'loading' && (
        <Waiting words="Even geduld, de toestemming wordt geladen." />
      )}
      {there && known.is === 'failed' && (
        <Missed what="de toestemming" again={desk.again} busy={false} />
      )}
      {there &&
        known.is === 'known' &&
        (known.consent.withdrawnAt ? (
          <Proof of={known.consent} />
        ) : (
          <Open desk={desk} c={known.consent} />
        ))}
    </section>
  )
}

const Proof = ({ of: c }: { of: Consent }) => (
  <p>
    Ingetrokken op {sayDay(c.withdrawnAt!)}.{' '}
    {c.keptUntil && `Dit bewijs wordt gewist op ${sayDay(c.keptUntil)}.`}
  </p>
)

function Open({ desk, c }: { desk: Desk; c: Consent }) {
  const [form, setForm] = useState(() => formOf(c))
  const [saved, setSaved] = useState(false)
  const stored = useRef(form)
  useEffect(() => {
    const [before, now] = [stored.current, formOf(c)]
    stored.current = now
    setForm(typed => newest(typed, before, now))
  }, [c])
  const dirty = !alike(form, formOf(c))
  useEffect(() => (dirty ? unsaved.hold() : undefined), [dirty])
  const change = (next: Partial<Form>) => {
    setSaved(false)
    setForm({ ...form, ...next })
  }
  const keep = () => {
    const before = stored.current
    stored.current = form
    void desk.keep(form).then(ok => {
      if (!ok) stored.current = before
      setSaved(ok)
    })
  }
  const invalid = desk.refusal?.code === 'invalid' ? sayForm(desk.refusal) : {}
  return (
    <Faults value={invalid}>
      <p className="hint">
        Alleen redactie en coördinator kunnen dit lezen. Het staat los van het verhaal en komt nooit
        op de site. Versie van de tekst over toestemming: {c.textVersion}.
      </p>
      <TextField
        name="who"
        label="Wie vertelt dit verhaal?"
        hint="Voor ons, niet voor de site."
        value={form.who}
        onChange={who => change({ who })}
      />
      <TextField
        name="reach"
        label="Hoe bereiken we de verteller?"
        value={form.reach}
        onChange={reach => change({ reach })}
      />
      <Ticks
        value={form.ticks}
        error={invalid['ticks.text']}
        onChange={t => change({ ticks: t })}
      />
      <DayField
        name="reviewOn"
        label="Wanneer vragen we het opnieuw?"
        hint="Leeg: over twaalf maanden."
        value={form.reviewOn}
        onChange={reviewOn => change({ reviewOn })}
      />
      <p className="row">
        <PressButton second busy={desk.busy === 'keep'} press={keep}>
          {c.version ? 'Bewaar toestemming' : 'Leg toestemming vast'}
        </PressButton>
      </p>
      <p role="status">{saved && 'De toestemming is bewaard.'}</p>
      <ActError>
        {desk.refusal && ['keep', 'code'].includes(desk.refused) && sayRefused(desk.refusal)}
      </ActError>
      {c.code && <CodePaper code={c.code} />}
      {c.hasCode && !c.code && (
        <div className="stack">
          <p>
            De verteller heeft een code om het verhaal terug te trekken. Is die kwijt? Maak dan een
            nieuwe. De oude werkt daarna niet meer.
          </p>
          <p>
            <PressButton second busy={desk.busy === 'code'} press={() => void desk.code()}>
              Maak een nieuwe code
            </PressButton>
          </p>
        </div>
      )}
      {c.parts.length > 0 && (
        <p>
          Ingetrokken:{' '}
          {c.parts
            .map(p => `${p.ticks.map(t => tickWords[t as Tick] ?? t).join(', ')} (${sayDay(p.at)})`)
            .join('; ')}
          .
        </p>
      )}
    </Faults>
  )
}

const alike = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What the server has now, but for what was typed since. */
const newest = (typed: Form, before: Form, now: Form): Form =>
  Object.fromEntries(
    (Object.keys(now) as (keyof Form)[]).map(k => [
      k,
      alike(typed[k], before[k]) ? now[k] : typed[k],
    ]),
  ) as unknown as Form

function Ticks({
  value,
  error,
  onChange,
}: {
  value: Record<Tick, boolean>
  error: string | undefined
  onChange(next: Record<Tick, boolean>): void
}) {
  return (
    <fieldset className="field">
      <legend className="label">Waarvoor geeft de verteller toestemming?</legend>
      <div className="stack-s">
        {ticks.map(t => (
          <TickField
            key={t}
            name={`ticks.${t}`}
            label={tickWords[t]}
            {...(t === 'text' && error ? { error } : {})}
            {...(t === 'findable' ? { hint: 'Staat los van de rest, en staat eerst uit.' } : {})}
            value={value[t]}
            onChange={on => onChange({ ...value, [t]: on })}
          />
        ))}
      </div>
    </fieldset>
  )
}
