import { useEffect, useState } from 'react'
import { hostName } from '../hostName'
import { pressAct, showAct } from '../../../../staff/press'
import { fieldId, TextField, TickField } from '../../../../staff/fields'
import { Radios } from '../../../../staff/Radios'
import { PressButton } from '../../../../ui/PressButton'
import { useFocusOn } from '../../../../ui/useFocusOn'
import { none, ShowTrouble, usePress } from '../Trouble'
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
  const { busy, trouble, press } = usePress('bewaard')
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
  const save = async () => {
    if (!name) return wrong('Vul een voornaam in.')
    setFault('')
    const body = { was: host, host: account?.host ?? name, ...scopeOf(on.scope, own) }
    const pressed = await press(
      pressAct(on.auth, on.url + '/host', { method: 'PUT', body }),
      why => (why.fields.length > 0 ? none : undefined),
    )
    if (pressed.fields.length > 0) return wrong('Vul alleen een voornaam in, tot 60 tekens.')
    if (pressed.is === 'refused') return on.reload()
    if (pressed.is !== 'done') return
    const { act } = pressed.data
    on.setScope('this')
    const site = onSite ? 'Dat staat nu ook op de site. ' : ''
    showAct(on.auth, pressed.data, {
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
        <Radios
          name="wie"
          options={[
            ...hosts.map(
              h => [h.host, h.name, h.busy ? `Staat dan bij ${h.busy}` : sayFree(date)] as const,
            ),
            ['', 'Iemand zonder account'],
          ]}
          value={chosen}
          onChange={choose}
        />
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
        <PressButton press={() => void save()} busy={busy !== ''}>
          {name ? `${name} ontvangt` : 'Bewaar'}
        </PressButton>
      </p>
    </section>
  )
}
