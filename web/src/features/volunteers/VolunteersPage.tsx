import './volunteers.css'
import drawing from '../../drawings/vrijwilliger.svg'
import { useLocation } from '../../router'
import { Sent } from '../../layout/Sent'
import type { Extra, Head, PageProps } from '../../page'
import type { PageData } from '../../pages'
import * as to from '../../paths'
import { Item } from '../../programme/Item'
import { KindDrawing } from '../../programme/KindDrawing'
import type { Line } from '../../programme/words'
import { Soft } from '../../ui/Soft'
import { titleWarning } from '../../ui/titleWarning'
import { PageIndex } from '../../ui/PageIndex'
import { RichText } from '../../ui/RichText'
import type { OpenRole } from './body'
import { VolunteerForm } from './VolunteerForm'

type Data = PageData<'volunteers/VolunteersPage'>

/** What is open, why, what we offer and ask, then the form. */
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
  return (
    <div className="wrap page stack-l">
      <div className="beside">
        <h1>
          <Soft>{page.title}</Soft>
        </h1>
        <img src={drawing} alt="" width="200" height="140" />
        <p className="lead">Je schenkt koffie, je luistert of je kookt mee.</p>
        {!done && (
          <div className="row">
            <a className="btn" href="#formulier">
              Ik wil meedoen
            </a>
            <a className="btn btn-2" href="#open-plekken">
              Bekijk wie we zoeken
            </a>
          </div>
        )}
      </div>
      {done && <Done said={flash.said} />}
      <Roles open={open} />
      {!done && <PageIndex of={[...page.blocks, { id: 'formulier', heading: 'Doe je mee?' }]} />}
      {page.blocks.map(b => (
        <section key={b.id} className="prose" id={b.id}>
          {b.heading && <h2>{b.heading}</h2>}
          <RichText doc={b.body} media={page.media} />
        </section>
      ))}
      {!done && (
        <section className="stack-l" id="formulier" aria-labelledby="formulier-kop">
          <h2 id="formulier-kop">Doe je mee?</h2>
          <VolunteerForm key={role} roles={open} role={role} form={form} ticket={ticket} />
        </section>
      )}
    </div>
  )
}

const Done = ({ said }: { said: NonNullable<Extra['flash']>['said'] }) => (
  <Sent title="Leuk dat je mee wilt doen!" said={said}>
    <p>De coördinator belt of mailt je binnen een week voor een kennismaking met koffie.</p>
  </Sent>
)

/** What a role is about, by whole words of its title; who meets people is most of all a host. */
const kinds: readonly (readonly [words: RegExp, kind: Line['category']])[] = [
  [/\b(kok|koken|kookmaatje|kookhulp)\b/i, 'samen-eten'],
  [/\b(atelier|schilderen|tekenen|naaien)\b/i, 'creatief'],
  [/\b(wandelmaatje|wandelen|bewegen|fietsen|yoga)\b/i, 'bewegen'],
  [/\b(formulieren|formulierenhulp|administratie|klusser)\b/i, 'praktisch'],
]
const kindOf = (title: string) => kinds.find(([words]) => words.test(title))?.[1] ?? 'ontmoeting'

/** What is open now. Each leads to the form with itself chosen. */
const Roles = ({ open }: { open: readonly OpenRole[] }) => (
  <section className="stack" id="open-plekken" aria-labelledby="open-kop">
    <h2 id="open-kop">Waar zoeken we iemand voor?</h2>
    {open.length === 0 && (
      <p>
        Nu hebben we geen open plekken. Laat weten wat je leuk vindt. Dan bellen of mailen we je
        binnen een week.
      </p>
    )}
    {open.length > 0 && (
      <ul className="items items-wide roles">
        {open.map(r => (
          <Item
            key={r.id}
            drawing={<KindDrawing of={kindOf(r.title)} />}
            path={to.volunteers(r.id) + '#formulier'}
            title={r.title}
          >
            {r.perWeek && <p className="small">{r.perWeek}</p>}
            <p>{r.text}</p>
            {r.vog && <p>Hiervoor is een VOG nodig. Wij betalen die.</p>}
          </Item>
        ))}
      </ul>
    )}
  </section>
)

VolunteersPage.head = (_: Data, __: Record<string, string>, { form }: Extra): Head => ({
  title: (form ? titleWarning : '') + 'Vrijwilliger worden – Herstelruimte',
  description: 'Wil je meedoen als vrijwilliger? Lees wat je kunt doen en meld je aan.',
  canonical: to.volunteers(),
})
