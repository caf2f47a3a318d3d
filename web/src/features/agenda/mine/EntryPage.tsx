import { useLocation } from 'react-router-dom'
import type { Extra, Head, PageProps } from '../../../page'
import type { PageData } from '../../../pages'
import * as to from '../../../paths'
import { titleWarning } from '../../../ui/titleWarning'
import { AskErase, AskNotMe, Erased, isErased } from './Erasing'
import { Waiting } from './Waiting'
import '../signup/forms.css'

type Data = Partial<PageData<'agenda/mine/EntryPage'>>

/** The page behind the secret link of a waitlist entry, and its question pages. */
export default function EntryPage({
  data: { entry },
  params,
  flash,
  form,
  ticket,
}: PageProps<Data>) {
  const { key, search } = useLocation()
  const token = params['o']!
  if (!entry || isErased(flash?.kind)) return <Erased kind={flash?.kind ?? ''} />
  const step = new URLSearchParams(search).get('stap')
  const given = { token, own: to.entry(token), form, ticket }
  return (
    <div className="wrap page" key={key}>
      {step === 'wissen' ? (
        <AskErase {...given} place={entry.state === 'offered'} proven={entry.proven} />
      ) : step === 'niet-ik' ? (
        <AskNotMe {...given} place={false} />
      ) : (
        <Waiting {...given} entry={entry} flash={flash} />
      )}
    </div>
  )
}

EntryPage.head = (_: Data, __: Record<string, string>, { form }: Extra): Head => ({
  title: (form ? titleWarning : '') + 'Wachtlijst',
  neutral: true,
  robots: 'noindex',
  description: 'Je eigen pagina.',
})
