import '../../ui/faq.css'
import './faq.css'
import { some } from '../../api/count'
import { HelpBlock } from '../../layout/HelpBlock'
import { Phone } from '../../layout/Phone'
import type { Head, PageProps } from '../../page'
import type { PageData } from '../../pages'
import * as to from '../../paths'
import { NothingFound, partlyWords } from '../../programme/NothingFound'
import { Icon } from '../../ui/Icon'
import { Soft } from '../../ui/Soft'
import { down } from '../../ui/icons'
import { PageIndex } from '../../ui/PageIndex'
import { PageLink } from '../../ui/PageLink'
import { ReadingAids } from '../../ui/ReadingAids'
import type { MediaOf } from '../../ui/Photo'
import { RichText } from '../../ui/RichText'
import { plain } from './plain'
import { FaqSearch } from './FaqSearch'
import { useOpened } from './useOpened'

type Data = PageData<'faq/FaqPage'>
type Category = Data['faq']['categories'][number]
type Item = Category['items'][number]

/** All questions folded, or those that match a search with their answer open. */
export default function FaqPage({ data: { faq } }: PageProps<Data>) {
  useOpened()
  const { categories, search: zoek, found } = faq
  return (
    <div className="wrap page stack-l">
      <div className="stack">
        <h1>
          <Soft>Veelgestelde vragen</Soft>
        </h1>
        <FaqSearch zoek={zoek} />
        {zoek && found === 0 && <NothingFound zoek={zoek} of={faq} at={to.faq} />}
        <p role="status" className={found && !zoek ? 'sr' : undefined}>
          {found === 0 ? (
            <None />
          ) : (
            zoek &&
            `${faq.partly ? partlyWords + ' ' : ''}${some(found, 'antwoord', 'antwoorden')} gevonden bij '${zoek}'.`
          )}
        </p>
        {zoek && (
          <p>
            <PageLink to={to.faq()}>Toon alle vragen</PageLink>
          </p>
        )}
      </div>
      {found > 0 && (
        <div className="grid split">
          <div className="stack-l">
            {categories.map((c, i) => (
              <Group
                key={`${zoek ?? ''} ${c.name}`}
                category={c}
                id={groupId(i)}
                open={Boolean(zoek)}
                media={faq.media}
              />
            ))}
          </div>
          <Side categories={zoek ? [] : categories} />
        </div>
      )}
      <ReadingAids key={zoek ?? ''} />
      <p>
        <Phone before="Liever bellen? " after="." />
      </p>
      <HelpBlock />
    </div>
  )
}

const groupId = (i: number) => `groep-${i + 1}`

const Group = ({
  category,
  id,
  open,
  media,
}: {
  category: Category
  id: string
  open: boolean
  media: MediaOf
}) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{category.name}</h2>
    {category.items.map(i => (
      <Question key={i.id} item={i} open={open} media={media} />
    ))}
  </section>
)

/**
 * The id is that of the answer: a browser that is sent there unfolds it, also without JavaScript.
 */
const Question = ({ item, open, media }: { item: Item; open: boolean; media: MediaOf }) => (
  <details className="faq" open={open}>
    <summary>
      <h3>{item.question}</h3>
      <Icon of={down} />
    </summary>
    <div id={item.id} className="prose">
      <RichText doc={item.answer} level={3} media={media} below />
    </div>
  </details>
)

const None = () => (
  <>
    Geen antwoord gevonden? <PageLink to={to.contact()}>Stel je vraag</PageLink>, we helpen graag.
  </>
)

const Side = ({ categories }: { categories: readonly Category[] }) => (
  <aside className="faq-side stack-l">
    {categories.length > 1 && (
      <PageIndex of={categories.map((c, i) => ({ id: groupId(i), heading: c.name }))} />
    )}
    <div className="stack">
      <h2>Al aangemeld?</h2>
      <p>
        Link kwijt? <PageLink to={to.findMine()}>Stuur mij mijn link opnieuw</PageLink>
      </p>
    </div>
    <div className="stack">
      <h2>Staat je vraag er niet bij?</h2>
      <p>Vraag het ons gerust. We helpen graag.</p>
      <p>
        <PageLink className="btn btn-2" to={to.contact()}>
          Stel je vraag
        </PageLink>
      </p>
    </div>
  </aside>
)

const description = 'Antwoord op vragen over de eerste keer, aanmelden, kosten, privacy en steun.'

FaqPage.head = ({ faq }: Data): Head => {
  const title = 'Veelgestelde vragen – Herstelruimte'
  if (faq.search) return { title, description, robots: 'noindex' }
  return { title, description, canonical: to.faq(), jsonLd: faqJson(faq.categories) }
}

/** The questions as search engines read them: schema.org FAQPage. */
const faqJson = (categories: readonly Category[]) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: categories
    .flatMap(c => c.items)
    .map(i => ({
      '@type': 'Question',
      name: i.question,
      acceptedAnswer: { '@type': 'Answer', text: plain(i.answer) },
    })),
})
