import { useState } from 'react'
import type { components } from '../../../api/schema.gen'
import * as limits from '../../../api/limits.gen'
import type { StaffProps } from '../../../page'
import { TextField } from '../../../staff/fields'
import { Loaded } from '../../../staff/States'
import { useAct, noAnswer } from '../../../staff/api/useSend'
import { useRead } from '../../../staff/api/useRead'
import { Icon } from '../../../ui/Icon'
import { down } from '../../../ui/icons'
import { PressButton } from '../../../ui/PressButton'
import { api, asked } from '../../../staff/api/client'

type SiteName = components['schemas']['SiteName']

/** What visitors read of who receives them: nothing, until this person said yes to a name. */
export const SiteNameFold = ({ auth }: Pick<StaffProps, 'auth'>) => {
  const [open, setOpen] = useState(false)
  return (
    <details className="fold" onToggle={e => setOpen(e.currentTarget.open)}>
      <summary>
        Je naam op de site
        <Icon of={down} />
      </summary>
      {open && <OwnName auth={auth} />}
    </details>
  )
}

function OwnName({ auth }: Pick<StaffProps, 'auth'>) {
  const read = useRead(auth, '/api/site-name')
  const [set, setSet] = useState<SiteName>()
  const [typed, type] = useState<string>()
  const { said, line, act, busy } = useAct(auth)
  if (!read.data)
    return <Loaded of={read} wait="Even geduld, je naam wordt geladen." what="je naam" />
  const { own, name } = set ?? read.data
  const value = typed ?? name ?? own
  const send = (yes: boolean) =>
    act(yes ? 'yes' : 'no', async () => {
      const { data: now, status } = await asked(
        yes
          ? api(auth).PUT('/api/site-name', { body: { name: value } })
          : api(auth).DELETE('/api/site-name'),
      )
      if (status === 422) return 'Vul alleen een voornaam in, zonder nummer of mailadres.'
      if (!now) return status ? 'Dit is niet bewaard. Probeer het later opnieuw.' : noAnswer
      setSet(now)
      type(undefined)
      return now.name
        ? `Op de site staat nu: “${now.name} ontvangt je.”`
        : 'Je naam staat niet meer op de site.'
    })
  return (
    <>
      <p>
        {name
          ? `Ontvang jij mensen? Dan staat op de site: “${name} ontvangt je.”`
          : 'Ontvang jij mensen? Dan staat er geen naam op de site, tot jij ja zegt.'}
      </p>
      <TextField
        name="siteName"
        label="Zo noemen we je op de site"
        hint="Je voornaam, of een andere naam."
        max={limits.NewSiteName.name.maxLength}
        short
        value={value}
        onChange={type}
      />
      <p>
        <PressButton press={() => send(true)} busy={busy !== ''}>
          {name ? 'Verander mijn naam' : 'Ja, zet mijn naam op de site'}
        </PressButton>
      </p>
      {name && (
        <p>
          <PressButton second press={() => send(false)} busy={busy !== ''}>
            Haal mijn naam van de site
          </PressButton>
        </p>
      )}
      <p role="status" ref={line} tabIndex={-1}>
        {said}
      </p>
    </>
  )
}
