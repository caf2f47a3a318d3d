import { plural } from '../../../api/count'
import { many, people } from '../../../staff/count'
import { useState } from 'react'
import * as limits from '../../../api/limits.gen'
import { capital } from '../../../api/moment'
import { ask } from '../../../staff/api/client'
import { AreaField, fieldId } from '../../../staff/fields'
import { pressAct, showAct, type Done } from '../../../staff/press'
import { sayOver } from '../../../staff/words'
import { Icon } from '../../../ui/Icon'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import { Counts, MailLook, Paused } from './change/Hearing'
import { useChange, WhenMailed } from './change/useChange'
import { sayChanged } from './change/words'
import type { OnDate } from './onDate'
import { send as sendIcon } from './peopleIcons'
import type { MessageCheck } from './peopleWords'
import { none, ShowTrouble } from './Trouble'

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
  const body = { text, ...(about && { act: about }) }
  const at = `/api/occurrences/${encodeURIComponent(on.date.date.id)}/message`
  const change = useChange<MessageCheck, Done>({
    of: undefined,
    look: () => ask(on.auth, at + '/check', body),
    send: ({ fingerprint }) => pressAct(on.auth, at, { body: { ...body, fingerprint } }),
    not: 'verstuurd',
    refused({ fields: [first] }, at) {
      if (!first || at === 'press') return undefined
      change.hide()
      setFault(
        (first.code === 'too_long' && sayOver(text, most)) ||
          'Schrijf eerst wat je wilt vertellen.',
      )
      requestAnimationFrame(() => document.getElementById(fieldId(field))?.focus())
      return none
    },
    changed: (was, now) => sayChanged(was.last, now.last),
    reload: on.reload,
    done(done, _, seen) {
      close()
      showAct(on.auth, done, {
        what: `${capital(saySent(seen))}.`,
        more: done.act.undoUntil ? 'De mails gaan over 10 minuten weg.' : 'De mails zijn onderweg.',
      })
      void on.reload()
    },
  })
  const { shown, busy, trouble, again, press, hide } = change
  const heading = useFocusOn<HTMLHeadingElement>(shown === undefined)

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
          <PressButton
            press={() => {
              setFault('')
              again()
            }}
            busy={busy !== ''}
          >
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
      <Counts
        of={[
          [shown.mail, 'krijgt mail'],
          [shown.call, 'moeten we bellen'],
          shown.self > 0 && [shown.self, 'kijkt zelf'],
          (shown.none > 0 || shown.self === 0) && [shown.none, 'bereiken we niet'],
        ]}
      />
      <Paused of={shown.paused} />
      <MailLook of={shown} open />
      <WhenMailed of={shown} />
      <ShowTrouble of={trouble}>Laat dit scherm open. Bellen kan ook.</ShowTrouble>
      <p className="facts-row">
        {hears && (
          <PressButton press={() => void press(shown)} busy={busy !== ''}>
            <Icon of={sendIcon} />
            <span>{capital(sayPress(shown))}</span>
          </PressButton>
        )}
        <PressButton second press={hide}>
          {hears ? 'Verander het bericht' : 'Terug'}
        </PressButton>
      </p>
    </section>
  )
}

const dates = (n: number) => plural(n, 'de datum', `de ${n} datums`)

/** verstuur aan 9 en zet 2 op de bellijst */
const sayPress = ({ mail, call }: MessageCheck) =>
  mail === 0
    ? `zet ${call} op de bellijst`
    : `verstuur aan ${mail}${call > 0 ? ` en zet ${call} op de bellijst` : ''}`

const saySent = ({ mail, call }: MessageCheck) =>
  [
    mail > 0 && `${many(mail, '1 mens krijgt')} een mail`,
    call > 0 && `${many(call, '1 staat')} op de bellijst`,
  ]
    .filter(Boolean)
    .join(', ')
