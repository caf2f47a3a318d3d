import { useMemo, useState } from 'react'
import * as limits from '../../../../api/limits.gen'
import { AnswerList } from '../../../../staff/AnswerList'
import { ask } from '../../../../staff/api/client'
import { AreaField, fieldId } from '../../../../staff/fields'
import { kept } from '../../../../staff/kept'
import { bars } from '../../../../staff/bars'
import { pressAct, showAct, type Done } from '../../../../staff/press'
import { Radios, type RadioOption } from '../../../../staff/Radios'
import { PageLink } from '../../../../ui/PageLink'
import { PressButton } from '../../../../ui/PressButton'
import { useFocusOn } from '../../../../ui/useFocusOn'
import { none } from '../Trouble'
import type { OnChange } from './onChange'
import { Dates } from './Dates'
import { Hearing } from './Hearing'
import { Confirm, useChange, WhenMailed } from './useChange'
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
  const heading = useFocusOn<HTMLHeadingElement>('look')
  const { title } = on.of.date
  const body = on.meeting
    ? { ...bodyOf(a, { ...on.of, instead: [] }), session: on.meeting.id }
    : { ...bodyOf(a, on.of), ...scopeOf(on.scope) }
  const change = useChange<TellCheck, Done>({
    of: '',
    look: () => ask(on.auth, on.url + '/off/check', body),
    send: ({ fingerprint }) =>
      pressAct(on.auth, on.url + '/off', { body: { ...body, fingerprint } }),
    not: 'afgezegd',
    refused({ code, fields }, at) {
      if (fields.length > 0)
        wrong(
          Object.fromEntries(
            fields.map(f => [f.name === 'insteadDate' ? 'text' : f.name, sayFault(f.code)]),
          ),
        )
      else if (at === 'look' && code === 'gone') on.reload()
      else return undefined
      return none
    },
    changed: (was, now) => sayChanged(was.last, now.last),
    reload: on.reload,
    done(done) {
      drop()
      on.setScope('this')
      if (done.earlier) bars.add({ id: done.act.id, what: sayFirst(done.act) })
      else showAct(on.auth, done, { what: `${title} gaat niet door.`, more: sayTold(done.act) })
      on.reload()
      on.go()
    },
  })
  const { shown } = change
  const when = on.meeting
    ? sayMeeting(on.meeting)
    : on.of.meetings.length > 0
      ? sayWhole(on.of.meetings)
      : on.scope !== 'this' && scopeWords[on.scope]
  return (
    <section className="box stack" aria-labelledby="klopt">
      <h2 id="klopt" ref={heading} tabIndex={-1}>
        Klopt dit?
      </h2>
      <AnswerList
        of={[
          ['Wat', `${title} gaat niet door`],
          [
            'Wanneer',
            when && (
              <>
                {when} <PageLink to={on.step()}>Verander</PageLink>
              </>
            ),
          ],
          [
            'Reden',
            <>
              {a.text} <PageLink to={on.step('waarom')}>Verander</PageLink>
            </>,
          ],
          ['Wat dan', !on.meeting && sayInstead(a, on.of)],
        ]}
      />
      {shown && (
        <>
          <Dates of={shown} />
          <Hearing of={shown} />
          {shown.mail > 0 && <WhenMailed of={shown} />}
        </>
      )}
      <Confirm of={change} words={sayPress}>
        <PageLink className="btn btn-2" to={on.step('waarom')}>
          Terug
        </PageLink>
      </Confirm>
      <p className="small muted">
        Het verandert ook in het programma, op de voorpagina, op papier en in agenda’s van
        bezoekers.
      </p>
    </section>
  )
}
