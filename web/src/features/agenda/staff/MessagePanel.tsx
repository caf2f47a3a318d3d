import { useState } from 'react'
import { people } from '../../../api/count'
import * as limits from '../../../api/limits.gen'
import { capital } from '../../../api/moment'
import { refusalOf } from '../../../staff/drafts'
import { AreaField, fieldId } from '../../../staff/fields'
import { pressAct, showAct, type Act } from '../../../staff/press'
import { sayOver } from '../../../staff/words'
import { Icon } from '../../../ui/Icon'
import { down } from '../../../ui/icons'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import { Paused } from './change/Hearing'
import type { OnDate } from './onDate'
import { send as sendIcon } from './peopleIcons'
import { sayAct, sayRefusal, type MessageCheck } from './peopleWords'
import { none, ShowTrouble, troubleOf, type Trouble } from './Trouble'

const most = limits.TellEverybody.text.maxLength
const field = 'bericht'

interface Props {
  on: OnDate
  /** An act that changed several dates: everybody at these is meant. Empty or null: this date. */
  about: string | null
  close(): void
}

/** "Bericht aan deelnemers": the text, then who hears it, then the act that says so. */
export function MessagePanel({ on, about, close }: Props) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState('')
  const [shown, show] = useState<MessageCheck>()
  const [trouble, setTrouble] = useState<Trouble>(none)
  const [busy, setBusy] = useState(false)
  const heading = useFocusOn<HTMLHeadingElement>(shown === undefined)
  const body = { text, ...(about && { act: about }) }
  const at = `/api/occurrences/${encodeURIComponent(on.date.date.id)}/message`

  const look = async (): Promise<MessageCheck | undefined> => {
    const answer = await on.auth
      .fetch(at + '/check', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      .catch(() => undefined)
    if (!answer) setTrouble({ is: 'offline', not: 'verstuurd' })
    else if (answer.ok) return (await answer.json()) as MessageCheck
    else {
      const { code, fields } = await refusalOf(answer)
      if (fields.length > 0) wrong(fields[0]!.code)
      else setTrouble({ is: 'said', words: sayRefusal(code) })
    }
    return undefined
  }
  const wrong = (code: string) => {
    show(undefined)
    setFault((code === 'too_long' && sayOver(text, most)) || 'Schrijf eerst wat je wilt vertellen.')
    requestAnimationFrame(() => document.getElementById(fieldId(field))?.focus())
  }
  const check = async () => {
    setBusy(true)
    setFault('')
    setTrouble(none)
    const next = await look()
    setBusy(false)
    if (next) show(next)
  }
  const send = async (c: MessageCheck) => {
    setBusy(true)
    setTrouble(none)
    const pressed = await pressAct(on.auth, at, {
      body: { ...body, fingerprint: c.fingerprint },
    })
    if (pressed.is === 'refused' && pressed.status === 412) {
      const next = await look()
      setBusy(false)
      if (!next) return
      show(next)
      setTrouble({ is: 'said', words: sayChanged(c.last, next.last) })
      return on.reload()
    }
    setBusy(false)
    setTrouble(troubleOf(pressed, 'verstuurd'))
    if (pressed.is !== 'done') return
    const { act } = pressed.done
    close()
    showAct(on.auth, pressed.done, {
      what: `${capital(saySent(c))}.`,
      more: act.undoUntil ? 'De mails gaan over 10 minuten weg.' : 'De mails zijn onderweg.',
    })
    await on.reload()
  }

  if (!shown)
    return (
      <section className="box" aria-label="Bericht aan deelnemers">
        <h2 ref={heading} tabIndex={-1}>
          Bericht aan deelnemers
        </h2>
        <AreaField
          name={field}
          label="Je bericht"
          hint="Noem geen namen en niets over gezondheid. De titel van de activiteit staat niet in de mail."
          max={most}
          rows={5}
          error={fault || undefined}
          value={text}
          onChange={setText}
        />
        <ShowTrouble of={trouble}>Laat dit scherm open. Bellen kan ook.</ShowTrouble>
        <p className="facts-row">
          <PressButton press={() => void check()} busy={busy}>
            Kijk na wie het hoort
          </PressButton>
          <PressButton second press={close}>
            Laat het zo
          </PressButton>
        </p>
      </section>
    )
  const hears = shown.mail + shown.call > 0
  return (
    <section className="box" aria-label="Bericht aan deelnemers">
      <h2 ref={heading} tabIndex={-1}>
        Bericht aan {people(shown.mail + shown.call)}
      </h2>
      {about && <p>Dit zijn de mensen van {dates(shown.dates)} die net veranderden.</p>}
      <div className="hearing">
        <div>
          <b>{shown.mail}</b> {shown.mail === 1 ? 'krijgt mail' : 'krijgen mail'}
        </div>
        <div>
          <b>{shown.call}</b> moeten we bellen
        </div>
        {shown.self > 0 && (
          <div>
            <b>{shown.self}</b> {shown.self === 1 ? 'kijkt zelf' : 'kijken zelf'}
          </div>
        )}
        {(shown.none > 0 || shown.self === 0) && (
          <div>
            <b>{shown.none}</b> bereiken we niet
          </div>
        )}
      </div>
      <Paused of={shown.paused} />
      <details className="fold" open>
        <summary>
          Zo ziet de mail eruit
          <Icon of={down} />
        </summary>
        <div className="mail-look small">
          <p>
            <b>{shown.subject}</b>
          </p>
          <p>{shown.body}</p>
        </div>
      </details>
      <p>
        {shown.atOnce
          ? 'Het begint binnen 3 uur. De mails gaan meteen weg.'
          : 'Je kunt het daarna nog 10 minuten terugdraaien.'}
      </p>
      <ShowTrouble of={trouble}>Laat dit scherm open. Bellen kan ook.</ShowTrouble>
      <p className="facts-row">
        {hears && (
          <PressButton press={() => void send(shown)} busy={busy}>
            <Icon of={sendIcon} />
            <span>{capital(sayPress(shown))}</span>
          </PressButton>
        )}
        <PressButton second press={() => show(undefined)}>
          {hears ? 'Verander het bericht' : 'Terug'}
        </PressButton>
      </p>
    </section>
  )
}

const dates = (n: number) => (n === 1 ? 'de datum' : `de ${n} datums`)

/** verstuur aan 9 en zet 2 op de bellijst */
const sayPress = ({ mail, call }: MessageCheck) =>
  mail === 0
    ? `zet ${call} op de bellijst`
    : `verstuur aan ${mail}${call > 0 ? ` en zet ${call} op de bellijst` : ''}`

const saySent = ({ mail, call }: MessageCheck) =>
  [
    mail > 0 && `${mail} ${mail === 1 ? 'mens krijgt' : 'mensen krijgen'} een mail`,
    call > 0 && `${call} ${call === 1 ? 'staat' : 'staan'} op de bellijst`,
  ]
    .filter(Boolean)
    .join(', ')

/** Who changed what the screen showed: a colleague, or somebody who signed up or off. */
function sayChanged(was: Act | undefined, now: Act | undefined): string {
  const who = now && now.id !== was?.id ? `${sayAct(now)}.` : 'Iemand meldde zich aan of af.'
  return `${who} Kijk nog even na en druk nog een keer.`
}
