import { useBusy } from '../../../staff/useBusy'
import { useState } from 'react'
import { fullDay } from '../../../api/moment'
import * as to from '../../../paths'
import { check, circleX, pencil } from '../../../staff/icons'
import { mailName, sayMail, sayState } from '../../../staff/mailWords'
import { Icon } from '../../../ui/Icon'
import { phone } from '../../../ui/icons'
import { PressButton } from '../../../ui/PressButton'
import { Paused } from './change/Hearing'
import { ChangePerson } from './ChangePerson'
import { MovePerson } from './MovePerson'
import { sayAttempt } from './callWords'
import { actOn, dayAt, type OnDate } from './onDate'
import { clockFace, printer } from './peopleIcons'
import {
  nameOf,
  sayCaused,
  sayFrom,
  sayStart,
  staffName,
  type MailSeen,
  type PersonSeen,
} from './peopleWords'
import { none, ShowTrouble, troubleOf, type Trouble } from './Trouble'

/** What opens under a name: how to reach somebody, what they were sent, and what staff can do. */
export function PersonActs({ on, person }: { on: OnDate; person: PersonSeen }) {
  const [open, setOpen] = useState<'' | 'move' | 'change'>('')
  const [busy, during] = useBusy()
  const [trouble, setTrouble] = useState<Trouble>(none)
  const who = { id: person.id, called: nameOf(person) }
  const run = async (
    button: string,
    not: 'bewaard' | 'afgezegd' | 'verstuurd',
    press: Parameters<typeof actOn>[2],
  ) => {
    setTrouble(none)
    const pressed = await during(actOn(on, who, press), button)
    setTrouble(troubleOf(pressed, not))
  }
  const cancel = () =>
    run('cancel', 'afgezegd', {
      path: 'cancel',
      said: done => ({
        what: `${who.called} is afgemeld voor ${on.date.date.title}.`,
        more: sayCaused(done),
      }),
    })
  const { mayPlan } = on.date
  return (
    <>
      {person.phone && (
        <p>
          <a className="tel" href={to.tel(person.phone)}>
            <Icon of={phone} />
            {person.phone}
          </a>
        </p>
      )}
      <Reach person={person} today={dayAt(on.now)} />
      {person.mails.map(m => (
        <MailLine
          key={m.id}
          of={m}
          person={person}
          mayAct={mayPlan}
          busy={busy}
          change={() => setOpen('change')}
          press={(act, said) =>
            void run(m.id, 'verstuurd', {
              path: `mails/${m.id}/${act}`,
              said: () => ({ what: said }),
            })
          }
        />
      ))}
      {mayPlan && person.source !== 'site' && (
        <Code
          on={on}
          person={person}
          busy={busy === 'code'}
          renew={() =>
            void run('code', 'bewaard', {
              path: 'code',
              said: done => ({
                what: `Nieuwe code voor ${who.called}.`,
                more: <span className="code">{done.code}</span>,
              }),
            })
          }
        />
      )}
      <p className="facts-row">
        {!on.begun && (
          <PressButton
            second
            press={() => void cancel()}
            busy={busy === 'cancel'}
            label={`Meld af: ${who.called}`}
          >
            Meld af
          </PressButton>
        )}
        {mayPlan && !on.begun && (
          <PressButton second press={() => setOpen('move')} label={`Andere datum: ${who.called}`}>
            Andere datum
          </PressButton>
        )}
        {mayPlan && !on.over && person.way !== 'paused' && (
          <PressButton second press={() => setOpen('change')} label={`Verander: ${who.called}`}>
            Verander
          </PressButton>
        )}
      </p>
      <ShowTrouble of={trouble}>Onthoud het even, en druk straks nog een keer.</ShowTrouble>
      {open === 'move' && <MovePerson on={on} person={person} close={() => setOpen('')} />}
      {open === 'change' && <ChangePerson on={on} person={person} close={() => setOpen('')} />}
      <p className="small muted">
        {sayFrom(person)} Wordt gewist op {fullDay(person.keptUntil)}.
      </p>
    </>
  )
}

/** How somebody hears of changes, where that is not by mail. */
function Reach({
  person: { way, firstName, toCall, call },
  today,
}: {
  person: PersonSeen
  today: string
}) {
  const words =
    way === 'self'
      ? 'Wil geen mail. Kijkt zelf op de site, of belt.'
      : way === 'phone'
        ? `Geen mail. Bellen. Bij een verandering komt ${firstName} op de bellijst.`
        : way === 'none'
          ? 'Geen mail en geen telefoon. We kunnen niets laten weten.'
          : ''
  return (
    <>
      {words && <p>{words}</p>}
      {way === 'paused' && <Paused of={1} />}
      {call?.last && <p>{sayAttempt(call.last, today)}</p>}
      {call?.state === 'calling' ? (
        <p>{staffName(call.by ?? '')} belt nu.</p>
      ) : (
        toCall && <p>Het staat op de bellijst.</p>
      )}
      {call?.state === 'missed' && <p>Bellen lukte niet vóór het begin.</p>}
    </>
  )
}

const marks = { ok: check, wait: clockFace, bad: circleX } as const

interface MailProps {
  of: MailSeen
  person: PersonSeen
  mayAct: boolean
  busy: string
  change(): void
  press(act: 'again' | 'stop', said: string): void
}

/** A mail, how it stands, and what can be done about that. */
function MailLine({ of: m, person, mayAct, busy, change, press }: MailProps) {
  const name = mailName(m)
  const { look } = sayState(m)
  const to = `${name.toLowerCase()} aan ${nameOf(person)}`
  const closed = m.state === 'failed' || m.state === 'dead'
  return (
    <>
      <p>
        {look ? (
          <span className={`state state-${look}`}>
            <Icon of={marks[look]} />
            <span>{sayMail(m)}</span>
          </span>
        ) : (
          sayMail(m)
        )}
        {m.state === 'sent' && (
          <span className="hint">De mailserver heeft hem. Of iemand hem leest, weten we niet.</span>
        )}
      </p>
      {mayAct && (closed || m.state === 'held') && (
        <p className="facts-row">
          {m.state === 'dead' && m.why === 'address' && (
            <PressButton second press={change} label={`Verander het adres van ${nameOf(person)}`}>
              <Icon of={pencil} />
              <span>Verander het adres</span>
            </PressButton>
          )}
          {closed && person.email && (
            <PressButton
              second
              press={() => press('again', `De mail aan ${nameOf(person)} gaat nog een keer weg.`)}
              busy={busy === m.id}
              label={`Opnieuw: ${to}`}
            >
              Opnieuw
            </PressButton>
          )}
          {m.state === 'held' && (
            <PressButton
              second
              press={() => press('stop', `De mail aan ${nameOf(person)} gaat niet weg.`)}
              busy={busy === m.id}
              label={`Niet versturen: ${to}`}
            >
              Niet versturen
            </PressButton>
          )}
        </p>
      )}
    </>
  )
}

/** The code of the desk, for who has no mail. */
function Code({
  on,
  person,
  busy,
  renew,
}: {
  on: OnDate
  person: PersonSeen
  busy: boolean
  renew(): void
}) {
  const { code } = person
  return (
    <>
      {code && (
        <p>
          Code: <span className="code">{code}</span>
        </p>
      )}
      <p className="facts-row">
        {code && (
          <PressButton
            second
            press={() =>
              on.print(
                <>
                  <h1>Je code</h1>
                  <p className="code">{code}</p>
                  <p>
                    {sayStart({ start: on.date.desk.start })}. Vul de code in op de site, bij ‘Al
                    aangemeld?’. Dan zie je je aanmelding.
                  </p>
                </>,
              )
            }
            label={`Print de code van ${nameOf(person)}`}
          >
            <Icon of={printer} />
            <span>Print de code</span>
          </PressButton>
        )}
        <PressButton
          second
          press={renew}
          busy={busy}
          label={`Maak een nieuwe code voor ${nameOf(person)}`}
        >
          Maak een nieuwe code
        </PressButton>
      </p>
      {code && <p className="small muted">Een nieuwe code maakt de oude ongeldig.</p>}
    </>
  )
}
