import type { Head, PageProps } from '../../page'
import type { PageData } from '../../pages'
import * as to from '../../paths'
import { PageLink } from '../../ui/PageLink'
import { RichText } from '../../ui/RichText'
import { Soft } from '../../ui/Soft'

type Data = PageData<'content/AboutPage'>

/**
 * Blocks that people write, their own headings at level 3; the id of a block is its address:
 * `#huisregels`, `#toegankelijkheid`.
 */
export default function AboutPage({ data: { page } }: PageProps<Data>) {
  return (
    <div className="wrap page">
      <div className="reading stack-l">
        <h1>
          <Soft>{page.title}</Soft>
        </h1>
        {page.blocks.map(b => (
          <section
            key={b.id}
            id={b.id}
            className="prose"
            aria-labelledby={b.heading ? `${b.id}-kop` : undefined}
          >
            {b.heading && <h2 id={`${b.id}-kop`}>{b.heading}</h2>}
            <RichText doc={b.body} media={page.media} />
          </section>
        ))}
        <p>
          Stuur je iemand door?{' '}
          <PageLink to={to.referrers()}>Lees de pagina voor verwijzers</PageLink>.
        </p>
      </div>
    </div>
  )
}

AboutPage.head = (): Head => ({
  title: 'Over ons – Herstelruimte',
  description: 'Wie we zijn, voor wie we er zijn, en wat we belangrijk vinden.',
  canonical: to.about(),
})
