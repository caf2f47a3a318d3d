import { useEffect, useState } from 'react'
import { hostName } from '../hostName'
import { pressAct, showAct } from '../../../../staff/press'
import { fieldId, TextField, TickField } from '../../../../staff/fields'
import { PressButton } from '../../../../ui/PressButton'
import { useFocusOn } from '../../../../ui/useFocusOn'
import { none, ShowTrouble, troubleOf, type Trouble } from '../Trouble'
import type { OnChange } from './onChange'
import { scopeOf, scopeWords } from './words'

/** Vrij vanmiddag */
function sayFree({ dayLabel, start }: OnChange['of']['date']): string {
  if (dayLabel !== 'today') return 'Vrij op dat uur'
  const hour = +start.slice(11, 13)
  return hour < 12 ? 'Vrij vanochtend' : hour < 18 ? 'Vrij vanmiddag' : 'Vrij vanavond'
}

/** "Iemand anders ontvangt": who, and that is all; nobody is told. */
export function OtherHost({ on }: { on: OnChange }) {
  const { host = '', hostName: now, hosts, date } = on.of
  const [chosen, choose] = useState((hosts.find(h => !h.busy) ?? hosts[0])?.host ?? '')
  const [other, setOther] = useState('')
  const [fault, setFault] = useState('')
  const [trouble, setTrouble] = useState<Trouble>(none)
  const [busy, setBusy] = useState(false)
  const [own, setOwn] = useState(false)
  const heading = useFocusOn<HTMLHeadingElement>('who')
  const [asked, ask] = useState(0)
  useEffect(() => {
    if (asked > 0) document.getElementById(fieldId('host'))?.focus()
  }, [asked])
  const wrong = (words: string) => {
    setFault(words)
    ask(n => n + 1)
  }
  const account = hosts.find(h => h.host === chosen)
  const name = account?.name ?? other.trim()
  const onSite = account ? account.onSite : name
  const press = async () => {
    if (!name) return wrong('Vul een voornaam in.')
    setFault('')
    setBusy(true)
    const pressed = await pressAct(on.auth, on.url + '/host', {
      method: 'PUT',
      body: { was: host, host: account?.host ?? name, ...scopeOf(on.scope, own) },
    })
    setBusy(false)
    if (pressed.is === 'refused' && pressed.fields.length > 0)
      return wrong('Vul alleen een voornaam in, tot 60 tekens.')
    setTrouble(troubleOf(pressed, 'bewaard'))
    if (pressed.is === 'refused') return on.reload()
    if (pressed.is !== 'done') return
    const { act } = pressed.done
    on.setScope('this')
    const site = onSite ? 'Dat staat nu ook op de site. ' : ''
    showAct(on.auth, pressed.done, {
      what: `${name} ontvangt${(act.dates ?? 1) > 1 ? `, op ${act.dates} datums` : ''}.`,
      more: `${on.of.date.title}. ${site}Niemand krijgt een mail.`,
    })
    on.reload()
    on.go()
  }
  return (
    <section className="box stack" aria-labelledby="wie">
      <h2 id="wie" ref={heading} tabIndex={-1}>
        Wie ontvangt?
      </h2>
      {now && <p>Nu staat {hostName(now)} erbij.</p>}
      {on.scope !== 'this' && (
        <>
          <p>
            <b>{scopeWords[on.scope]}.</b> Een datum waar al iemand anders ontvangt, houdt die.
          </p>
          <TickField
            name="own"
            label="Neem de uitzondering ook mee"
            value={own}
            onChange={setOwn}
          />
        </>
      )}
      <fieldset>
        <legend className="sr">Wie ontvangt</legend>
        <div className="choices">
          {hosts.map(h => (
            <label key={h.host} className={chosen === h.host ? 'choice choice-on' : 'choice'}>
              <input
                type="radio"
                name="wie"
                checked={chosen === h.host}
                onChange={() => choose(h.host)}
              />
              <span>
                {h.name}
                <span className="hint">{h.busy ? `Staat dan bij ${h.busy}` : sayFree(date)}</span>
              </span>
            </label>
          ))}
          <label className={chosen === '' ? 'choice choice-on' : 'choice'}>
            <input type="radio" name="wie" checked={chosen === ''} onChange={() => choose('')} />
            <span>Iemand zonder account</span>
          </label>
        </div>
      </fieldset>
      {chosen === '' && (
        <TextField
          name="host"
          label="Voornaam"
          max={60}
          short
          error={fault || undefined}
          value={other}
          onChange={setOther}
        />
      )}
      <p>
        {name &&
          (onSite
            ? `Op de site staat dan: “${onSite} ontvangt je.” `
            : `${name} zei nog geen ja tegen een naam op de site. Daar staat dan geen naam. `)}
        {account && `${name} ziet op die dag wie er komen. `}
        Niemand krijgt een mail.
      </p>
      <ShowTrouble of={trouble}>Laat dit scherm open.</ShowTrouble>
      <p>
        <PressButton press={() => void press()} busy={busy}>
          {name ? `${name} ontvangt` : 'Bewaar'}
        </PressButton>
      </p>
    </section>
  )
}
