import type { PageProps } from '../../../page'
import type { PageData } from '../../../pages'
import * as to from '../../../paths'
import { ownHead } from './holder'
import { OwnPage, type OwnProps } from './Own'
import { Waiting } from './Waiting'

type Data = Partial<PageData<'agenda/mine/EntryPage'>>

/** The page behind the secret link of a waitlist entry, and its question pages. */
export default function EntryPage({ data: { entry }, params, ...extra }: PageProps<Data>) {
  const token = params['o']!
  const given: OwnProps = { token, own: to.entry(token), ...extra }
  return (
    <OwnPage {...given} of={entry} place={entry?.state === 'offered'}>
      {entry && <Waiting {...given} entry={entry} />}
    </OwnPage>
  )
}

EntryPage.head = ownHead('Wachtlijst')
