import { plural } from '../../../api/count'
import { many, people } from '../../../staff/count'
import { useState } from 'react'
import { capital, day } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'
import type { Auth } from '../../../auth/types'
import { ask, type Asked } from '../../../staff/api/client'
import type { Fault } from '../../../staff/drafts'
import { TickField } from '../../../staff/fields'
import { Fold } from '../../../staff/Fold'
import { pressAct, type Act, type Done } from '../../../staff/press'
import { Waiting } from '../../../staff/States'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import { Dates } from './change/Dates'
import { Hearing } from './change/Hearing'
import { useChange, WhenMailed } from './change/useChange'
import { sayCloses, sayGoing, type MoveCheck } from './change/moveWords'
import {
  sayChanged,
  sayDates,
  sayScope,
  scopeOf,
  scopeWords,
  type DateChoices,
  type ScopeName,
} from './change/words'
import { sayNewValues, sayOwnValue, type Changing } from './scopeWords'
import { none, said, ShowTrouble } from './Trouble'

type Schemas = components['schemas']
type ValuesCheck = Schemas['ValuesCheck']

interface AskProps {
  /** Of the chosen date: "dinsdag 15 december". */
  day: string
  scopes: DateChoices['scopes']
  choose(scope: ScopeName): void
  back(): void
}

/** Screen 1: for which dates it is meant. To choose is to go on. */
export function WhichDates({ day, scopes, choose, back }: AskProps) {
  const heading = useFocusOn<HTMLHeadingElement>('which')
  return (
    <>
      <h4 className="h2" ref={heading} tabIndex={-1}>
        Voor welke datums geldt dit?
      </h4>
      <div className="which">
        {scopes.map(s => (
          <button key={s.scope} type="button" className="which-one" onClick={() => choose(s.scope)}>
            <b>{scopeWords[s.scope]}</b>{' '}
            <span>{s.scope === 'this' ? `${day} · ${people(s.people)}` : sayScope(s)}</span>
          </button>
        ))}
      </div>
      <p className="small muted">
        Wat al geweest is, verandert nooit. Losse datums en datums van een ritme veranderen niet
        samen. Er is nog niets bewaard.
      </p>
      <p>
        <PressButton second press={back}>
          Terug
        </PressButton>
      </p>
    </>
  )
}

interface Checked {
  move?: MoveCheck | undefined
  values?: ValuesCheck | undefined
}

interface LookProps {
  auth: Auth
  /** Of the chosen date. */
  id: string
  scope: ScopeName
  of: Changing
  /** What changes may matter to who comes: a note of the team does not. */
  matters: boolean
  wrong(faults: readonly Fault[]): void
  done(act: Act, tell: boolean): void
  back(): void
}

/** Screen 2, "Kijk na": which dates change, who hears it, and the press that does it. */
export function LookAtDates({ auth, id, scope, of, matters, wrong, done, back }: LookProps) {
  const heading = useFocusOn<HTMLHeadingElement>('look')
  const [own, setOwn] = useState(false)
  const url = `/api/occurrences/${encodeURIComponent(id)}`
  const many = scope !== 'this'
  const meant = scopeOf(scope, own)
  const change = useChange<Checked, Done>({
    of: { scope, own, of },
    async look() {
      const [move, values] = await Promise.all([
        of.move && ask<MoveCheck>(auth, url + '/move/check', { ...of.move, ...meant }),
        of.values &&
          many &&
          ask<ValuesCheck>(auth, url + '/values/check', { ...of.values, ...meant }),
      ])
      const not = [move, values].find(a => a && a.is !== 'done') as Asked<Checked> | undefined
      const data = {
        ...(move?.data && { move: move.data }),
        ...(values && values.data && { values: values.data }),
      }
      return not ?? { is: 'done', data, status: 200, code: '', fields: [] }
    },
    send({ move, values }) {
      const quiet = of.values && {
        ...of.values,
        ...(values && { fingerprint: values.fingerprint }),
      }
      return of.move
        ? pressAct(auth, url + '/move', {
            body: {
              ...of.move,
              ...meant,
              fingerprint: move?.fingerprint,
              ...(quiet && { values: quiet }),
            },
          })
        : pressAct(auth, url + '/values', { method: 'PUT', body: { ...quiet, ...meant } })
    },
    not: 'bewaard',
    refused({ code, fields }) {
      if (fields.length > 0) wrong(fields)
      if (fields.length > 0) return none
      return code === 'conflict'
        ? said('Dit is net veranderd. Maak dat eerst ongedaan, of wacht tot de mails weg zijn.')
        : undefined
    },
    changed: (was, now) =>
      was.move
        ? sayChanged(was.move.last, now.move?.last)
        : 'Iemand heeft een van deze datums intussen veranderd. Kijk nog even na en druk nog een keer.',
    done: ({ act }, how) => done(act, how === 'tell'),
  })
  const { shown, fresh, trouble, busy, again, press } = change
  const canTell = matters && (shown?.values?.dates.some(d => d.changes && d.people > 0) ?? false)
  const told = shown?.move ? shown.move.mail + shown.move.call : 0
  return (
    <>
      <p className="eyebrow">Kijk na</p>
      <h4 className="h2" ref={heading} tabIndex={-1}>
        {of.words}
      </h4>
      {many && (
        <p>
          {scopeWords[scope]}. <span className="muted">Er is nog niets bewaard.</span>
        </p>
      )}
      {shown?.move && <Moves of={shown.move} many={many} told={told} />}
      {shown?.values && <Values of={shown.values} first={!shown.move} />}
      {(own || ownOnes(shown)) && (
        <TickField
          name={`own-${id}`}
          label="Neem de uitzondering ook mee"
          value={own}
          onChange={setOwn}
        />
      )}
      {shown?.move && <Hearing of={shown.move} />}
      {shown?.move && told > 0 && <WhenMailed of={shown.move} />}
      <ShowTrouble of={trouble}>Laat dit scherm open. Bellen kan ook.</ShowTrouble>
      {!shown && trouble.is === 'none' && <Waiting words="We tellen welke datums veranderen." />}
      <p className="row">
        {shown && (fresh || trouble.is === 'none') && (
          <PressButton press={() => void press(shown, 'save')} busy={busy === 'save' || !fresh}>
            {of.move ? sayPress(told) : 'Bewaar zonder bericht'}
          </PressButton>
        )}
        {shown && fresh && !of.move && canTell && (
          <PressButton second press={() => void press(shown, 'tell')} busy={busy === 'tell'}>
            Vertel het toch
          </PressButton>
        )}
        {!fresh && trouble.is !== 'none' && (
          <PressButton press={again} busy={busy === 'again'}>
            Probeer opnieuw
          </PressButton>
        )}
        <PressButton second press={back}>
          Terug
        </PressButton>
      </p>
      {shown && !of.move && canTell && (
        <p className="small muted">
          ‘Vertel het toch’ bewaart het en opent een bericht aan wie op de veranderde datums komt.
        </p>
      )}
    </>
  )
}

const ownOnes = (c: Checked | undefined) =>
  (c?.move?.dates?.some(d => d.own) ?? false) || (c?.values?.dates.some(d => d.own) ?? false)

const sayPress = (n: number) => (n === 0 ? 'Bewaar' : `Bewaar en vertel het ${people(n)}`)

function Moves({ of: c, many, told }: { of: MoveCheck; many: boolean; told: number }) {
  return (
    <>
      {!many && sayGoing(c).map(line => <p key={line}>{line}</p>)}
      {!many && c.closes && <p>Aanmelden: {sayCloses(c.closes)}</p>}
      <Dates of={c} />
      <p>
        <b>{sayHear(told)}</b>
      </p>
    </>
  )
}

const sayHear = (n: number) => `${capital(people(n, 'hoort'))} het van ons.`

function Values({ of: c, first }: { of: ValuesCheck; first: boolean }) {
  const own = c.dates.filter(d => d.own)
  const rest = c.dates.filter(d => d.changes && !d.own)
  return (
    <>
      <p>
        <b>{first ? sayDates({ dates: c.dates, change: c.change }) : sayNewValues(c.change)}</b>
        {first && ' Dag, tijd en plek blijven hetzelfde. Niemand krijgt een mail.'}
      </p>
      {c.tight > 0 && (
        <p>Op {many(c.tight, '1 datum')} zijn meer mensen dan plekken. Iedereen houdt de plek.</p>
      )}
      {own.length > 0 && (
        <ul className="list">
          {own.map(d => (
            <li key={d.id}>
              <b>{day(d.start)}</b> · <b>{sayOwnValue(d.own)}</b>
              {d.people > 0 && ` · ${people(d.people)}`}
            </li>
          ))}
        </ul>
      )}
      {first && rest.length > 0 && (
        <Fold
          title={plural(
            rest.length,
            'De datum die verandert',
            `De ${rest.length} datums die veranderen`,
          )}
        >
          <ul className="list">
            {rest.map(d => (
              <li key={d.id}>
                {day(d.start)}
                {d.people > 0 && ` · ${people(d.people)}`}
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </>
  )
}
