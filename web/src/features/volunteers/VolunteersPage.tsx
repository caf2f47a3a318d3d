import './volunteers.css'
import { useLocation } from 'react-router-dom'
import { Sent } from '../../layout/Sent'
import type { Extra, Head, PageProps } from '../../page'
import type { PageData } from '../../pages'
import * as to from '../../paths'
import { Soft } from '../../ui/Soft'
import { titleWarning } from '../../ui/titleWarning'
import { PageLink } from '../../ui/PageLink'
import type { MediaOf } from '../../ui/Photo'
import { RichText } from '../../ui/RichText'
import type { OpenRole } from './body'
import { VolunteerForm } from './VolunteerForm'

type Data = PageData<'volunteers/VolunteersPage'>
type Block = Data['page']['blocks'][number]

/** Why, what is open, what we offer and ask, then the form. */
export default function VolunteersPage({
  data: { page, roles },
  form,
  flash,
  ticket,
}: PageProps<Data>) {
  const open = roles.items
  const wanted = new URLSearchParams(useLocation().search).get('rol') ?? ''
  const role = open.some(r => r.id === wanted) ? wanted : ''
  const done = flash?.kind === 'volunteer' && !form
  const [why, ...rest] = page.blocks
  return (
    <div className="wrap page">
      <div className="stack-l">
        <h1>
          <Soft>{page.title}</Soft>
        </h1>
        {done && <Done said={flash.said} />}
        {why && <Part of={why} media={page.media} />}
        <Roles open={open} linked={!done} />
        {rest.map(b => (
          <Part key={b.id} of={b} media={page.media} />
        ))}
        {!done && (
          <section className="stack-l" id="formulier" aria-labelledby="formulier-kop">
            <h2 id="formulier-kop">Doe je mee?</h2>
            <VolunteerForm key={role} roles={open} role={role} form={form} ticket={ticket} />
          </section>
        )}
      </div>
    </div>
  )
}

const Done = ({ said }: { said: NonNullable<Extra['flash']>['said'] }) => (
  <Sent title="Leuk dat je mee wilt doen!" said={said}>
    <p>De coördinator belt of mailt je binnen een week voor een kennismaking met koffie.</p>
  </Sent>
)

const Part = ({ of: b, media }: { of: Block; media: MediaOf }) => (
  <section className="prose" id={b.id}>
    {b.heading && <h2>{b.heading}</h2>}
    <RichText doc={b.body} media={media} />
  </section>
)

/** What is open now. Each leads to the form with itself chosen. */
function Roles({ open, linked }: { open: readonly OpenRole[]; linked: boolean }) {
  return (
    <section className="stack" aria-labelledby="open-plekken">
      <h2 id="open-plekken">Waar zoeken we iemand voor?</h2>
      {open.length === 0 && (
        <p>
          Nu hebben we geen open plekken. Laat weten wat je leuk vindt. Dan bellen of mailen we je
          binnen een week.
        </p>
      )}
      {open.length > 0 && (
        <ul className="grid grid-2 roles">
          {open.map(r => (
            <li key={r.id} className="panel">
              <h3>{r.title}</h3>
              <p>{r.text}</p>
              {r.perWeek && (
                <p>
                  <strong>Hoeveel tijd?</strong> {r.perWeek}
                </p>
              )}
              {r.vog && <p>Hiervoor is een VOG nodig. Wij betalen die.</p>}
              {linked && (
                <p>
                  <PageLink to={to.volunteers(r.id) + '#formulier'}>Kies: {r.title}</PageLink>
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

VolunteersPage.head = (_: Data, __: Record<string, string>, { form }: Extra): Head => ({
  title: (form ? titleWarning : '') + 'Vrijwilliger worden – Herstelruimte',
  description: 'Wil je meedoen als vrijwilliger? Lees wat je kunt doen en meld je aan.',
  canonical: to.volunteers(),
})
