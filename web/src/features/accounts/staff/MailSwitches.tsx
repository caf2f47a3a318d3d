import { useState } from 'react'
import type { components } from '../../../api/schema.gen'
import type { StaffProps } from '../../../page'
import { TickField } from '../../../staff/fields'
import { Loaded } from '../../../staff/States'
import { useAct, noAnswer } from '../../../staff/api/useSend'
import { useRead } from '../../../staff/api/useRead'
import { Icon } from '../../../ui/Icon'
import { down } from '../../../ui/icons'
import { api, asked } from '../../../staff/api/client'

type StaffMail = components['schemas']['StaffMail']
type Switch = StaffMail['topics'][number]

const words: Record<Switch['topic'], string> = {
  messages: 'Mail mij als er een nieuw bericht is',
  calls: 'Mail mij als er vandaag gebeld moet worden',
  tooFew: 'Mail mij als er te weinig aanmeldingen zijn',
  tomorrow: 'Mail mij elke middag hoeveel mensen er morgen komen',
  forgotten: 'Mail mij elke week hoeveel er is gewist',
}

/** Which mails the site sends to whoever is signed in, and a switch for each. */
export const MailSwitches = ({ auth, user }: StaffProps) => {
  const [open, setOpen] = useState(false)
  return (
    <details className="fold" onToggle={e => setOpen(e.currentTarget.open)}>
      <summary>
        Mail van de website
        <Icon of={down} />
      </summary>
      {open && <Switches auth={auth} user={user} />}
    </details>
  )
}

function Switches({ auth, user }: StaffProps) {
  const read = useRead(auth, '/api/staff-mail')
  const [set, setSet] = useState<StaffMail>()
  const { said, line, act } = useAct(auth)
  if (!read.data)
    return <Loaded of={read} wait="Even geduld, je keuzes worden geladen." what="je keuzes" />
  const own = set ?? read.data
  const change = (topic: Switch['topic'], on: boolean) =>
    act(topic, async () => {
      const { data, status } = await asked(
        api(auth).PUT('/api/staff-mail', { body: { topic, on } }),
      )
      if (!data) return status ? 'Je keuze is niet bewaard. Probeer het later opnieuw.' : noAnswer
      setSet(data)
      return 'Je keuze is bewaard.'
    })
  return (
    <>
      {own.address ? (
        <>
          <p>We mailen naar {own.address}.</p>
          {own.topics.map(t => (
            <TickField
              key={t.topic}
              name={`mail-${t.topic}`}
              label={words[t.topic]}
              value={t.on}
              onChange={on => change(t.topic, on)}
            />
          ))}
          {own.topics.length === 0 && <p>Bij jouw rol horen geen mails die je kunt uitzetten.</p>}
        </>
      ) : (
        <p>We weten niet waar jij je mail leest. Daarom mailen we je niet.</p>
      )}
      {user.roles.some(r => r === 'vertrouwenspersoon' || r === 'beheerder') && (
        <p className="small muted">
          Mails over klachten en storingen gaan altijd door, naar het vaste adres daarvoor.
        </p>
      )}
      <p role="status" ref={line} tabIndex={-1}>
        {said}
      </p>
    </>
  )
}
