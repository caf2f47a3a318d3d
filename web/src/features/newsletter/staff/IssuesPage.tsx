import { waits } from '../../../staff/count'
import { Back } from '../../../staff/Back'
import { sayMoment } from '../../../staff/words'
import type { ScreenProps } from '../../../page'
import { at } from '../../../screens'
import { Loaded } from '../../../staff/States'
import { useRead } from '../../../staff/api/useRead'
import { PageLink } from '../../../ui/PageLink'
import { sayFailed, sayState, type IssueRow } from './issueWords'
import { Subscribers } from './Subscribers'

/** `/beheer/nieuwsbrief`: every newsletter, and how many people read it. */
export default function IssuesPage({ auth, user }: ScreenProps) {
  const read = useRead(auth, '/api/newsletter/issues')
  return (
    <div className="wrap page stack">
      <Back />
      <h1>Nieuwsbrief</h1>
      <Loaded
        of={read}
        wait="Even geduld, de nieuwsbrieven worden geladen."
        what="de nieuwsbrieven"
      >
        {({ items }) => <Issues of={items} />}
      </Loaded>
      <Binned auth={auth} />
      <Subscribers auth={auth} user={user} />
    </div>
  )
}

function Issues({ of }: { of: readonly IssueRow[] }) {
  return (
    <section className="stack" aria-labelledby="nummers">
      <h2 id="nummers">Nieuwsbrieven</h2>
      <p>
        <PageLink className="btn" to={at('issue', 'new')}>
          Maak een nieuwsbrief
        </PageLink>
      </p>
      {of.length === 0 && <p>Er is nog geen nieuwsbrief gemaakt.</p>}
      {of.length > 0 && (
        <ul className="list stack">
          {of.map(i => (
            <li key={i.id}>
              <PageLink to={at('issue', i.id)}>{i.subject || 'Zonder onderwerp'}</PageLink>
              <br />
              <span className="small muted">{sayRow(i)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Those in the trash, from where they can come back. */
function Binned({ auth }: Pick<ScreenProps, 'auth'>) {
  const { data } = useRead(auth, '/api/drafts/{kind}', {
    path: { kind: 'issues' },
    query: { status: 'trashed' },
  })
  if (!data || data.items.length === 0) return null
  return (
    <section className="stack" aria-labelledby="prullenbak">
      <h2 id="prullenbak">Prullenbak</h2>
      <ul className="list stack">
        {data.items.map(i => (
          <li key={i.id}>
            <PageLink to={at('issue', i.id)}>{i.title || 'Zonder onderwerp'}</PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function sayRow(i: IssueRow): string {
  const numbers =
    i.sent + i.waiting + i.failed > 0
      ? `${i.sent} verstuurd` +
        (i.waiting ? `, ${waits(i.waiting)}` : '') +
        (i.failed ? `, ${sayFailed(i.failed)}` : '')
      : ''
  return [sayState(i), sayMoment(i.at), numbers].filter(Boolean).join(' · ')
}
