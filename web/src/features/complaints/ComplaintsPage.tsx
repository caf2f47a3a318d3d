import './complaints.css'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { HelpBlock } from '../../layout/HelpBlock'
import type { Extra, Head, PageProps } from '../../page'
import type { PageData } from '../../pages'
import * as to from '../../paths'
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
    <div className="stack-xl">
      <div className="stack-l">
        <h1>
          <Soft>{page.title}</Soft>
        </h1>
        {!result && form?.name === 'reply' && (
          <ReplyForm code={text(form.values, 'code')} {...common} done={handled(true)} />
        )}
        {result && 'received' in result && <Thanks of={result.received} said={result.said} />}
        {result && 'handled' in result && (
          <Progress of={result.handled} added={result.added} {...common} done={handled(true)} />
        )}
        {result && (
          <p>
            <a href={to.complaints()}>Nog een klacht schrijven</a>
          </p>
        )}
      </div>
      {!result && (
        <>
          {page.blocks.map(b => (
            <section key={b.id} id={b.id} className="prose">
              {b.heading && <h2>{b.heading}</h2>}
              <RichText doc={b.body} media={page.media} />
            </section>
          ))}
          <Know phone={figures.confidantPhone} />
          <section className="stack-l" aria-labelledby="formulier">
            <h2 id="formulier">Schrijf je klacht</h2>
            <ComplaintForm
              {...common}
              done={(received, v: Values) => setResult({ received, said: said(v) })}
            />
          </section>
          <section className="stack-l" aria-labelledby="nummer">
            <h2 id="nummer">Ik heb al een nummer</h2>
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

const Know = ({ phone }: { phone: string }) => (
  <section className="stack" aria-labelledby="goed">
    <h2 id="goed">Goed om te weten</h2>
    <ul className="list">
      <li>Een klacht kost je nooit je plek.</li>
      <li>Anoniem mag.</li>
      <li>
        Voel je je onveilig? Bel de vertrouwenspersoon:{' '}
        <a className="nowrap" href={to.tel(phone)}>
          {phone}
        </a>
        .
      </li>
      <li>
        Bij gevaar: <a href={to.tel('112')}>112</a>.
      </li>
    </ul>
  </section>
)

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
