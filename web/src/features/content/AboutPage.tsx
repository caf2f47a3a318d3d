import './about.css'
import drawing from '../../drawings/over-tafel.svg'
import type { Head, PageProps } from '../../page'
import type { PageData } from '../../pages'
import * as to from '../../paths'
import { PageIndex } from '../../ui/PageIndex'
import { PageLink } from '../../ui/PageLink'
import { RichText } from '../../ui/RichText'
import { Soft } from '../../ui/Soft'

type Data = PageData<'content/AboutPage'>

/**
 * Blocks that people write, their own headings at level 3; the id of a block is its address:
 * `#huisregels`, `#toegankelijkheid`. Who works here comes first, by name.
 */
export default function AboutPage({ data: { page } }: PageProps<Data>) {
  const block = (b: Data['page']['blocks'][number]) => (
    <section
      key={b.id}
      id={b.id}
      className="prose"
      aria-labelledby={b.heading ? `${b.id}-kop` : undefined}
    >
      {b.heading && <h2 id={`${b.id}-kop`}>{b.heading}</h2>}
      <RichText doc={b.body} media={page.media} />
    </section>
  )
  const isTeam = ({ id }: { id: string }) => id === 'team'
  const rest = page.blocks.filter(b => !isTeam(b))
  return (
    <div className="wrap page">
      <div className="reading stack-l">
        <div className="stack at-table">
          <h1>
            <Soft>{page.title}</Soft>
          </h1>
          <p className="lead">Iedereen die hier werkt, kent het leven van binnenuit.</p>
          <img src={drawing} alt="" width="400" height="264" />
          {page.blocks.filter(isTeam).map(block)}
        </div>
        <PageIndex of={rest} />
        {rest.map(block)}
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
