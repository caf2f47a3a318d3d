import { useEffect, useMemo, useState } from 'react'
import * as limits from '../../../../api/limits.gen'
import { refusalOf } from '../../../../staff/drafts'
import { AreaField, fieldId } from '../../../../staff/fields'
import { kept } from '../../../../staff/kept'
import { bars } from '../../../../staff/bars'
import { pressAct, showAct } from '../../../../staff/press'
import { Radios, type RadioOption } from '../../../../staff/Radios'
import { Waiting } from '../../../../staff/States'
import { PageLink } from '../../../../ui/PageLink'
import { PressButton } from '../../../../ui/PressButton'
import { useFocusOn } from '../../../../ui/useFocusOn'
import { sayRefusal } from '../peopleWords'
import { none, ShowTrouble, troubleOf, type Trouble } from '../Trouble'
import type { OnChange } from './onChange'
import { Dates } from './Dates'
import { Hearing } from './Hearing'
import {
  bodyOf,
  firstAnswers,
  isOurs,
  reasons,
  sayChanged,
  sayFault,
  sayFirst,
  sayInstead,
  sayMeeting,
  sayNext,
  sayPress,
  sayTold,
  sayWalkin,
  sayWhole,
  scopeOf,
  scopeWords,
  type Answers,
  type TellCheck,
} from './words'

/** With more dates the next one of the same activity is no way out: it does not go on either. */
const proposed = ({ of, scope, meeting }: OnChange) =>
  meeting
    ? { ...of, instead: [] }
    : scope === 'this'
      ? of
      : { ...of, instead: of.instead.filter(d => d.kind !== 'next') }

/** The answers of this tab, kept when the screen is left or somebody goes back. */
function useAnswers(on: OnChange) {
  const about = on.meeting?.id ?? on.of.date.id
  const store = useMemo(() => kept('verander.' + about), [about])
  const [answers, set] = useState<Answers>(() => {
    const known = store.read()
    return {
      ...firstAnswers(proposed(on)),
      ...(known && (JSON.parse(known) as Partial<Answers>)),
    }
  })
  const change = (next: Partial<Answers>) => {
    const all = { ...answers, ...next }
    set(all)
    store.keep(JSON.stringify(all))
  }
  const known = proposed(on)
  const may = [...(on.meeting ? [] : ['text']), 'none', ...known.instead.map(d => d.id)].includes(
    answers.instead,
  )
  return {
    answers: may ? answers : { ...answers, instead: firstAnswers(known).instead },
    change,
    drop: store.drop,
  }
}

type Faults = Readonly<Record<string, string>>

/** "Gaat niet door": why, what people can do instead, then who hears it. */
export function CallOff({ on, look }: { on: OnChange; look: boolean }) {
  const { answers, change, drop } = useAnswers(on)
  const [faults, setFaults] = useState<Faults>({})
  if (look)
    return (
      <Look
        on={on}
        answers={answers}
        drop={drop}
        wrong={f => {
          setFaults(f)
          on.go('waarom', 'instead')
        }}
      />
    )
  return <Why on={on} answers={answers} change={change} faults={faults} setFaults={setFaults} />
}

interface WhyProps {
  on: OnChange
  answers: Answers
  change(next: Partial<Answers>): void
  faults: Faults
  setFaults(f: Faults): void
}

/** Screen 2: the reason is never preset, what to do instead is. */
function Why({ on, answers: a, change, faults, setFaults }: WhyProps) {
  const heading = useFocusOn<HTMLHeadingElement>('why')
  const next = () => {
    const wrong: Record<string, string> = {}
    if (!a.reason) wrong.reason = 'Kies waarom het niet doorgaat.'
    else if (!a.text.trim()) wrong.text = sayFault('required')
    if (a.instead === 'text' && !a.insteadText.trim())
      wrong.insteadText = 'Schrijf wat mensen kunnen doen, of kies ‘Niets’.'
    setFaults(wrong)
    const first = Object.keys(wrong)[0]
    if (!first) return on.go('kijk')
    document.getElementById(first === 'reason' ? 'reden-ill' : fieldId(first))?.focus()
  }
  const alternatives: readonly RadioOption[] = [
    ...proposed(on).instead.map(d =>
      d.kind === 'walkin'
        ? ([d.id, 'Kom naar de inloop', sayWalkin(d)] as const)
        : ([d.id, 'Kom op een andere datum', sayNext(d)] as const),
    ),
    ['text', 'Iets anders'],
    ['none', 'Niets'],
  ]
  return (
    <section className="box stack" aria-labelledby="waarom">
      <h2 id="waarom" ref={heading} tabIndex={-1}>
        Waarom gaat het niet door?
      </h2>
      {on.meeting ? (
        <p>{sayMeeting(on.meeting)}</p>
      ) : (
        on.of.meetings.length > 0 && <p>{sayWhole(on.of.meetings)}.</p>
      )}
      <fieldset aria-describedby={faults.reason ? 'reden-fout' : undefined}>
        <legend className="sr">Reden</legend>
        {faults.reason && (
          <p className="msg-error" id="reden-fout">
            {faults.reason}
          </p>
        )}
        <Radios
          name="reden"
          ids="reden-"
          options={reasons.map(([reason, words]) => [reason, words] as const)}
          value={a.reason}
          onChange={chosen => {
            const [reason, , text] = reasons.find(([r]) => r === chosen)!
            change({ reason, ...(isOurs(a.text) && { text }) })
          }}
        />
      </fieldset>
      <AreaField
        name="text"
        label="Dit lezen bezoekers"
        hint="Geen naam, geen ziekte bij naam."
        rows={2}
        max={limits.CallOff.text.maxLength}
        error={faults.text}
        value={a.text}
        onChange={text => change({ text })}
      />
      {!on.meeting && (
        <fieldset>
          <legend className="label">Wat kunnen mensen in plaats daarvan doen?</legend>
          <Radios
            name="anders"
            options={alternatives}
            value={a.instead}
            onChange={instead => change({ instead })}
          />
        </fieldset>
      )}
      {a.instead === 'text' && (
        <AreaField
          name="insteadText"
          label="Wat kunnen mensen doen?"
          hint="Eén zin. Deze staat ook in de mail."
          rows={2}
          max={limits.CallOff.insteadText.maxLength}
          error={faults.insteadText}
          value={a.insteadText}
          onChange={insteadText => change({ insteadText })}
        />
      )}
      <p className="facts-row">
        <PressButton press={next}>Verder</PressButton>
        <PageLink className="btn btn-2" to={on.step()}>
          Terug
        </PageLink>
      </p>
    </section>
  )
}

interface LookProps {
  on: OnChange
  answers: Answers
  drop(): void
  wrong(faults: Faults): void
}

/** Screen 3: who hears it, and the press that does it. */
function Look({ on, answers: a, drop, wrong }: LookProps) {
  const [shown, show] = useState<TellCheck>()
  const [trouble, setTrouble] = useState<Trouble>(none)
  const [busy, setBusy] = useState(false)
  const heading = useFocusOn<HTMLHeadingElement>('look')
  const body = on.meeting
    ? { ...bodyOf(a, { ...on.of, instead: [] }), session: on.meeting.id }
    : { ...bodyOf(a, on.of), ...scopeOf(on.scope) }
  const faulty = (fields: readonly { name: string; code: string }[]) => {
    const all = fields.map(f => [f.name === 'insteadDate' ? 'text' : f.name, sayFault(f.code)])
    wrong(Object.fromEntries(all) as Faults)
  }
  const look = async (): Promise<TellCheck | undefined> => {
    const answer = await on.auth
      .fetch(on.url + '/off/check', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      .catch(() => undefined)
    if (answer?.ok) {
      const next = (await answer.json()) as TellCheck
      show(next)
      return next
    }
    if (!answer) setTrouble({ is: 'offline', not: 'afgezegd' })
    else {
      const { code, fields } = await refusalOf(answer)
      if (fields.length > 0) faulty(fields)
      else if (code === 'gone') on.reload()
      else setTrouble({ is: 'said', words: sayRefusal(code) })
    }
    return undefined
  }
  useEffect(() => {
    void look()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the screen opens
  }, [])
  const again = async () => {
    setBusy(true)
    setTrouble(none)
    await look()
    setBusy(false)
  }
  const press = async (c: TellCheck) => {
    setBusy(true)
    setTrouble(none)
    const pressed = await pressAct(on.auth, on.url + '/off', {
      body: { ...body, fingerprint: c.fingerprint },
    })
    if (pressed.is === 'refused' && pressed.status === 412) {
      const next = await look()
      on.reload() // what stands above it is of before, too
      setBusy(false)
      if (next) setTrouble({ is: 'said', words: sayChanged(c.last, next.last) })
      return
    }
    setBusy(false)
    if (pressed.is === 'refused' && pressed.fields.length > 0) return faulty(pressed.fields)
    setTrouble(troubleOf(pressed, 'afgezegd'))
    if (pressed.is !== 'done') return
    drop()
    on.setScope('this')
    if (pressed.done.earlier)
      bars.add({ id: pressed.done.act.id, what: sayFirst(pressed.done.act) })
    else
      showAct(on.auth, pressed.done, {
        what: `${on.of.date.title} gaat niet door.`,
        more: sayTold(pressed.done.act),
      })
    on.reload()
    on.go()
  }
  return (
    <section className="box stack" aria-labelledby="klopt">
      <h2 id="klopt" ref={heading} tabIndex={-1}>
        Klopt dit?
      </h2>
      <dl className="answers">
        <div>
          <dt>Wat</dt>
          <dd>{on.of.date.title} gaat niet door</dd>
        </div>
        {on.meeting && (
          <div>
            <dt>Wanneer</dt>
            <dd>
              {sayMeeting(on.meeting)} <PageLink to={on.step()}>Verander</PageLink>
            </dd>
          </div>
        )}
        {!on.meeting && on.of.meetings.length > 0 && (
          <div>
            <dt>Wanneer</dt>
            <dd>
              {sayWhole(on.of.meetings)} <PageLink to={on.step()}>Verander</PageLink>
            </dd>
          </div>
        )}
        {on.scope !== 'this' && (
          <div>
            <dt>Wanneer</dt>
            <dd>
              {scopeWords[on.scope]} <PageLink to={on.step()}>Verander</PageLink>
            </dd>
          </div>
        )}
        <div>
          <dt>Reden</dt>
          <dd>
            {a.text} <PageLink to={on.step('waarom')}>Verander</PageLink>
          </dd>
        </div>
        {!on.meeting && (
          <div>
            <dt>Wat dan</dt>
            <dd>{sayInstead(a, on.of)}</dd>
          </div>
        )}
      </dl>
      {shown && <Dates of={shown} />}
      {shown && <Hearing of={shown} />}
      {shown && shown.mail > 0 && (
        <p>
          {shown.atOnce
            ? 'Het begint binnen 3 uur. De mails gaan meteen weg.'
            : 'Je kunt het daarna nog 10 minuten terugdraaien.'}
        </p>
      )}
      <ShowTrouble of={trouble}>Laat dit scherm open. Bellen kan ook.</ShowTrouble>
      {!shown && trouble.is === 'none' && <Waiting words="We tellen wie het hoort." />}
      <p className="facts-row">
        {shown ? (
          <PressButton press={() => void press(shown)} busy={busy}>
            {sayPress(shown)}
          </PressButton>
        ) : (
          trouble.is !== 'none' && (
            <PressButton press={() => void again()} busy={busy}>
              Probeer opnieuw
            </PressButton>
          )
        )}
        <PageLink className="btn btn-2" to={on.step('waarom')}>
          Terug
        </PageLink>
      </p>
      <p className="small muted">
        Het verandert ook in het programma, op de voorpagina, op papier en in agenda’s van
        bezoekers.
      </p>
    </section>
  )
}
