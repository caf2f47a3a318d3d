import { listed, many, people } from '../../../../staff/count'
import { useEffect, useRef, useState } from 'react'
import { at } from '../../../../screens'
import { ActError } from '../../../../staff/ActError'
import { apiAt, ask, asked, type Asked } from '../../../../staff/api/client'
import { Fold } from '../../../../staff/Fold'
import { Waiting } from '../../../../staff/States'
import { PageLink } from '../../../../ui/PageLink'
import { PressButton } from '../../../../ui/PressButton'
import { useFocusOn } from '../../../../ui/useFocusOn'
import { Hearers } from '../change/Hearing'
import { useChange } from '../change/useChange'
import { none, said } from '../Trouble'
import { NotYours, type OnClosing } from './onClosing'
import {
  bodyOf,
  effects,
  sayDate,
  sayEarlier,
  sayFault,
  sayLater,
  sayPeople,
  sayStays,
  sayTold,
  sayWhen,
  type Answers,
  type ClosingCheck,
  type ClosingDone,
  type ClosureSeen,
} from './words'

const offline =
  'Geen verbinding. Er is niets veranderd op de site. Probeer het straks opnieuw, of bel de coördinator.'
const changed = 'Dit is intussen veranderd. Kijk nog even na en druk nog een keer.'
const failed = 'Het lukt nu niet. Probeer het straks opnieuw.'

interface Asking {
  on: OnClosing
  /** The question: another one is asked anew. */
  of: unknown
  look(): Promise<Asked<ClosingCheck>>
  send(seen: ClosingCheck): Promise<Asked<ClosingDone>>
  done(answer: ClosingDone): void
}

/** A change of when the house is closed, with its words. */
function useClosing({ on, ...rest }: Asking) {
  const [forbidden, forbid] = useState(false)
  const change = useChange<ClosingCheck, ClosingDone>({
    ...rest,
    not: 'bewaard',
    offline,
    refused({ status, fields }, at) {
      if (at === 'press') return said(failed)
      if (status === 403) forbid(true)
      if (status === 403) return none
      const here = fields.find(f => f.name === 'without') // its ticks stand on this screen
      if (here) return said(sayFault(here.name, here.code))
      if (fields.length === 0) return said(failed)
      on.wrong(Object.fromEntries(fields.map(f => [f.name, sayFault(f.name, f.code)])))
      return none
    },
    changed: () => changed,
  })
  return { ...change, forbidden, words: change.trouble.is === 'said' ? change.trouble.words : '' }
}

/** Screen 2: what happens, and the press that does it. */
export function Look({ on }: { on: OnClosing }) {
  const { auth, answers: a, of, was } = on
  const url = was ? `/api/closures/${was.id}` : '/api/closures'
  const body = bodyOf(a, of)
  const id = useRef(crypto.randomUUID())
  const {
    shown: c,
    fresh,
    looking,
    busy,
    words,
    forbidden,
    look,
    press,
  } = useClosing({
    on,
    of: body,
    look: () => ask(auth, url + '/check', body),
    send: ({ fingerprint }) =>
      asked(
        apiAt(auth, was ? 'PUT' : 'POST', url, {
          body: { ...body, fingerprint },
          headers: { 'press-id': id.current },
        }),
      ),
    done({ closure, earlier, ...told }) {
      on.done(
        earlier ? (
          sayEarlier(closure, of.today)
        ) : (
          <>
            <b>{sayWhen(closure, of.today)} zijn we dicht.</b> {sayTold(told)}{' '}
            {told.calls > 0 && <PageLink to={at('calls')}>Naar Bellen</PageLink>}
          </>
        ),
      )
    },
  })
  const heading = useFocusOn<HTMLHeadingElement>(c || words ? 'look' : 'waiting')
  if (forbidden) return <NotYours phone={of.phone} />
  if (!c && !words) return <Waiting words="We kijken wat er dan is." />
  return (
    <section className="box stack" aria-labelledby="dit-gebeurt">
      <h2 id="dit-gebeurt" ref={heading} tabIndex={-1}>
        Dit gebeurt er
      </h2>
      {c && (
        <>
          <p className="eyebrow">
            {sayWhen({ ...c, first: c.first!, last: c.last! }, of.today)} · {c.reason}
          </p>
          {c.weekday ? <p>{c.days} keer dicht.</p> : null}
          {c.earlier && <p>{sayEarlier(c.earlier, of.today)}</p>}
          <Dates of={c} change={on} />
          <Numbers of={c} />
          {!was && <Effects answers={a} change={on.change} />}
        </>
      )}
      <ActError>{words}</ActError>
      <p className="facts-row">
        {c && !c.earlier && (
          <PressButton
            press={() => void (fresh ? press(c) : look())}
            busy={busy !== '' || (looking && !fresh)}
          >
            {was ? 'Ja, verander het' : 'Ja, we zijn dicht'}
          </PressButton>
        )}
        <PressButton second press={() => on.go()}>
          Terug
        </PressButton>
      </p>
    </section>
  )
}

function Dates({ of: c, change: on }: { of: ClosingCheck; change?: OnClosing }) {
  const days = c.first !== c.last
  const also = on?.answers.also ?? []
  const ticked = useRef('')
  useEffect(() => {
    // the date moves to the other list, and takes the focus with it
    if (ticked.current) document.getElementById('ook-' + ticked.current)?.focus()
    ticked.current = ''
  }, [c])
  const tick = (id: string) =>
    on && (
      <label className="choice">
        <input
          type="checkbox"
          id={'ook-' + id}
          checked={also.includes(id)}
          onChange={() => {
            ticked.current = id
            on.change({ also: also.includes(id) ? also.filter(a => a !== id) : [...also, id] })
          }}
        />
        <span>Zeg dit ook af</span>
      </label>
    )
  return (
    <ul className="q">
      {c.off.map(d => (
        <li key={d.occurrence}>
          <div>
            <strong>{d.title}</strong> gaat niet door
            <br />
            {sayDate(d, days)} · {sayPeople(d)}
            {also.includes(d.occurrence) && tick(d.occurrence)}
          </div>
        </li>
      ))}
      {c.on.map(d => (
        <li key={d.occurrence}>
          <div>
            <strong>{d.title}</strong> gaat weer door
            <br />
            {sayDate(d, true)} ·{' '}
            {d.told > 0
              ? `${people(d.told, 'hoort')} dat het toch doorgaat`
              : 'nog niemand had het gehoord'}
          </div>
        </li>
      ))}
      {on &&
        c.stays.map(s => (
          <li key={s.occurrence}>
            <div>
              <strong>{s.title}</strong>, {sayDate(s, days)}
              <br />
              {sayStays(s)}
              {s.why === 'running' && tick(s.occurrence)}
            </div>
          </li>
        ))}
      {c.off.length + c.on.length + c.stays.length === 0 && <li>Er staat dan niets.</li>}
    </ul>
  )
}

function Numbers({ of: c }: { of: ClosingCheck }) {
  if (c.mail + c.call + c.self + c.none + (c.paused ?? 0) === 0)
    return <p>Niemand hoeft het te horen.</p>
  return (
    <>
      <Hearers of={c} />
      {c.mail > 0 && c.atOnce && <p>Het begint binnen 3 uur. De mails gaan meteen weg.</p>}
    </>
  )
}

interface EffectsProps {
  answers: Answers
  change(next: Partial<Answers>): void
}

/** All on; telling goes together with calling off. */
function Effects({ answers: { without }, change }: EffectsProps) {
  return (
    <Fold title="Wat doen we allemaal?">
      <div className="choices">
        {effects.map(([id, words]) => {
          const off = without.includes(id) || (id === 'tell' && without.includes('dates'))
          return (
            <label key={id} className="choice">
              <input
                type="checkbox"
                checked={!off}
                onChange={() =>
                  change({
                    without: off
                      ? without.filter(w => w !== id && !(id === 'tell' && w === 'dates'))
                      : [...without, id],
                  })
                }
              />
              <span>{words}</span>
            </label>
          )
        })}
      </div>
      <p className="small muted">
        Herinneringen en aanbiedingen stoppen met het afzeggen mee. Het programma, de voorpagina en
        de agenda’s van bezoekers veranderen altijd mee.
      </p>
    </Fold>
  )
}

/** "Alles terug?": what returns, who hears it, and what does not. */
export function Reopen({ on, was }: { on: OnClosing; was: ClosureSeen }) {
  const url = `/api/closures/${was.id}/open`
  const {
    shown: c,
    busy,
    words,
    forbidden,
    press,
  } = useClosing({
    on,
    of: url,
    look: () => ask(on.auth, url + '/check'),
    send: ({ fingerprint }) => ask(on.auth, url, { fingerprint }),
    done: done =>
      on.done(
        <>
          <b>We zijn toch open.</b> {done.earlier ? 'Dat was al gedaan.' : sayTold(done)}
        </>,
      ),
  })
  const heading = useFocusOn<HTMLHeadingElement>(c || words ? 'reopen' : 'waiting')
  if (forbidden) return <NotYours phone={on.of.phone} />
  if (!c && !words) return <Waiting words="We kijken wat er terugkomt." />
  return (
    <section className="box stack" aria-labelledby="alles-terug">
      <h2 id="alles-terug" ref={heading} tabIndex={-1}>
        Alles terug?
      </h2>
      <p className="eyebrow">{sayWhen(was, on.of.today)}</p>
      {c && (
        <>
          <Dates of={c} />
          {c.on.length > 0 && <p>Herinneringen en aanbiedingen gaan verder.</p>}
          {c.draft && <p>De melding: terug naar de vorige tekst.</p>}
          {c.stays.length + c.later.length + c.away.length > 0 && (
            <>
              <h3>Dit komt niet terug</h3>
              <ul className="list">
                {c.away.length > 0 && (
                  <li>
                    {listed(c.away)} {many(c.away.length, 'heeft zelf afgezegd.')}
                  </li>
                )}
                {c.stays.map(s => (
                  <li key={s.occurrence}>
                    {s.title}, {sayDate(s, true)}: {sayStays(s, on.of.today)}
                  </li>
                ))}
                {c.later.map((l, n) => (
                  <li key={n}>{sayLater(l, on.of.today)}</li>
                ))}
              </ul>
            </>
          )}
          <Numbers of={c} />
        </>
      )}
      <ActError>{words}</ActError>
      <p className="facts-row">
        {c && (
          <PressButton press={() => void press(c)} busy={busy !== ''}>
            Ja, we zijn toch open
          </PressButton>
        )}
        <PressButton second press={() => history.back()}>
          Terug
        </PressButton>
      </p>
    </section>
  )
}
