import { Phone } from '../../../layout/Phone'
import type { Head, PageProps } from '../../../page'
import type { PageData } from '../../../pages'
import * as to from '../../../paths'
import { PageLink } from '../../../ui/PageLink'
import { Similar } from './Similar'
import { Soft } from '../../../ui/Soft'

type Data = PageData<'agenda/programme/StoppedPage'>

/** Where a printed address ends up when its activity is no more. */
export default function StoppedPage({ data: { link } }: PageProps<Data>) {
  if (!link.stopped) return <Back link={link} />
  return (
    <div className="wrap page stack-l">
      <div className="stack">
        <h1>Deze activiteit is gestopt.</h1>
        {link.title && <p className="lead">Je zocht: {link.title}.</p>}
        <p>
          <Phone before="Vragen? Bel ons gerust op " after="." />
        </p>
      </div>
      <Similar list={link.similar} />
      <p>
        <PageLink className="btn" to={to.agenda()}>
          Bekijk het programma
        </PageLink>
      </p>
    </div>
  )
}

/** It came back in the moment between the question and this page. */
const Back = ({ link }: { link: Data['link'] }) => (
  <div className="wrap page stack">
    <h1>
      <Soft>{link.title ?? ''}</Soft>
    </h1>
    <p>
      <PageLink
        className="btn"
        to={
          link.activityId && link.occurrenceId
            ? to.activity(link.activityId, link.occurrenceId)
            : to.agenda()
        }
      >
        Bekijk deze activiteit
      </PageLink>
    </p>
  </div>
)

StoppedPage.head = ({ link }: Data): Head => ({
  title: link.stopped
    ? 'Deze activiteit is gestopt – Herstelruimte'
    : `${link.title} – Herstelruimte`,
  robots: 'noindex',
  neutral: true,
})
