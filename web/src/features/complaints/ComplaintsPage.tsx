import './complaints.css'
import { useEffect, useState } from 'react'
import drawing from '../../drawings/klacht.svg'
import { useLocation } from '../../router'
import { HelpBlock } from '../../layout/HelpBlock'
import type { Extra, Head, PageProps } from '../../page'
import type { PageData } from '../../pages'
import * as to from '../../paths'
import { PageIndex } from '../../ui/PageIndex'
import { Soft } from '../../ui/Soft'
import { titleWarning } from '../../ui/titleWarning'
import { RichText } from '../../ui/RichText'
import { text, type Values } from '../../ui/values'
import { said } from './body'
import { CodeForm, ReplyForm } from './CodeForm'
import { ComplaintForm } from './ComplaintForm'
import { Progress, Thanks } from './Progress'
import type { Handled, Received } from './words'

type Data = PageData<'complaints/ComplaintsPage'>

const title = 'Klachten'

/** What an operation answered: kept by the page alone, in no address, no history and no storage. */
type Result =
  { received: Received; said?: [string, string][] } | { handled: Handled; added: boolean }

export default function ComplaintsPage(props: PageProps<Data>) {
  const { key } = useLocation()
  return (
    <div className="wrap page" key={key}>
      <Content {...props} />
    </div>
  )
}

function Content({ data: { page, figures }, form, ticket, answer }: PageProps<Data>) {
  const [result, setResult] = useState(() => resultOf(answer))
  useEffect(() => {
    if (result) document.title = title // a mistake is no longer in front of it
  }, [result])
  const handled = (added: boolean) => (h: Handled) => setResult({ handled: h, added })
  const common = { form, ticket }
  return (
    <div className="stack-l">
      {result || form?.name === 'reply' ? (
        <h1>
          <Soft>{page.title}</Soft>
        </h1>
      ) : (
        <div className="beside">
          <h1>
            <Soft>{page.title}</Soft>
          </h1>
          <img src={drawing} alt="" width="200" height="140" />
          <p className="lead">Een klacht kost je nooit je plek. Anoniem mag.</p>
          <div className="row">
            <a className="btn" href="#formulier">
              Schrijf je klacht
            </a>
            <a className="btn btn-2" href="#nummer">
              Ik heb al een nummer
            </a>
          </div>
        </div>
      )}
      {!result && form?.name === 'reply' && (
        <ReplyForm code={text(form.values, 'code')} {...common} done={handled(true)} />
      )}
      {result && 'received' in result && <Thanks of={result.received} said={result.said} />}
      {result && 'handled' in result && (
        <Progress of={result.handled} added={result.added} {...common} done={handled(true)} />
      )}
      {result ? (
        <p>
          <a href={to.complaints()}>Nog een klacht schrijven</a>
        </p>
      ) : (
        <>
          <p>
            Voel je je onveilig? Bel de vertrouwenspersoon:{' '}
            <a className="nowrap" href={to.tel(figures.confidantPhone)}>
              {figures.confidantPhone}
            </a>
            . Bij gevaar: <a href={to.tel('112')}>112</a>.
          </p>
          <PageIndex
            of={[
              ...page.blocks,
              { id: 'formulier', heading: 'Schrijf je klacht' },
              { id: 'nummer', heading: 'Ik heb al een nummer' },
              { id: 'hulp', heading: 'Heb je nu hulp nodig?' },
            ]}
          />
          {page.blocks.map(b => (
            <section key={b.id} id={b.id} className="prose">
              {b.heading && <h2>{b.heading}</h2>}
              <RichText doc={b.body} media={page.media} />
            </section>
          ))}
          <section className="stack-l" id="formulier" aria-labelledby="formulier-kop">
            <h2 id="formulier-kop">Schrijf je klacht</h2>
            <ComplaintForm
              {...common}
              done={(received, v: Values) => setResult({ received, said: said(v) })}
            />
          </section>
          <section className="stack-l" id="nummer" aria-labelledby="nummer-kop">
            <h2 id="nummer-kop">Ik heb al een nummer</h2>
            <p>Lees hier je antwoord, of voeg iets toe.</p>
            <CodeForm {...common} done={handled(false)} />
          </section>
          <Years of={figures.years} />
        </>
      )}
      <HelpBlock />
    </div>
  )
}

function resultOf(answer: Extra['answer']): Result | undefined {
  if (answer?.name === 'complaint') return { received: answer.body as Received }
  return answer && { handled: answer.body as Handled, added: answer.name === 'reply' }
}

/** Years that are over. A small number is not told: it could point at somebody. */
function Years({ of: years }: { of: Data['figures']['years'] }) {
  if (years.length === 0) return null
  return (
    <section className="stack" aria-labelledby="jaren">
      <h2 id="jaren">Hoeveel klachten krijgen we?</h2>
      <ul className="list">
        {years.map(y => (
          <li key={y.year}>
            In {y.year}: {y.small ? 'minder dan 5' : y.count === 0 ? 'geen' : y.count} klachten.
          </li>
        ))}
      </ul>
    </section>
  )
}

ComplaintsPage.head = (_: Data, __: Record<string, string>, { form }: Extra): Head => ({
  title: (form ? titleWarning : '') + title,
  neutral: true,
  description: 'Hier kun je vertellen wat er niet goed ging.',
  canonical: to.complaints(),
})
