import './stories.css'
import '../../ui/chips.css'
import { some } from '../../api/count'
import { capital } from '../../api/moment'
import { Drawing } from '../../drawings/Drawing'
import { coatRack } from '../../drawings/coatRack'
import { PageDrawing } from '../../drawings/PageDrawing'
import { pictureOf } from '../../drawings/storyPicture'
import type { Asked, Head, PageProps } from '../../page'
import type { PageData } from '../../pages'
import * as to from '../../paths'
import { Item } from '../../programme/Item'
import { StoryAbout } from '../../programme/StoryCard'
import { EmptyState } from '../../ui/EmptyState'
import { Icon } from '../../ui/Icon'
import { Soft } from '../../ui/Soft'
import { arrowRight, down } from '../../ui/icons'
import { PageLink } from '../../ui/PageLink'
import { Share } from './Share'

type Data = PageData<'stories/StoriesPage'>
type List = Data['stories']

export default function StoriesPage({ data: { stories }, search }: PageProps<Data>) {
  const thema = stories.theme
  const na = new URLSearchParams(search).get('na') ?? undefined
  return (
    <div className="wrap page stack">
      <h1>
        <Soft>Herstelverhalen</Soft>
      </h1>
      <p className="lead">Deze verhalen gaan over herstel. Ze kunnen je raken.</p>
      {stories.themes.length > 0 && <Themes themes={stories.themes} chosen={thema} />}
      {stories.items.length > 0 ? (
        <Cards stories={stories} thema={thema} na={na} />
      ) : (
        <Nothing thema={thema} na={na} />
      )}
    </div>
  )
}

const Themes = ({ themes, chosen }: { themes: readonly string[]; chosen: string | undefined }) => (
  <nav aria-label="Kies een thema">
    <details className="themes">
      <summary className={chosen ? 'chip chip-on' : 'chip'}>
        {chosen ? `Thema: ${chosen}` : 'Kies een thema'}
        <Icon of={down} />
      </summary>
      <p className="chips">
        <Theme words="Alle" on={chosen === undefined} />
        {themes.map(t => (
          <Theme key={t} words={capital(t)} thema={t} on={t === chosen} />
        ))}
      </p>
    </details>
  </nav>
)

const Theme = ({ words, thema, on }: { words: string; thema?: string; on: boolean }) => (
  <PageLink className="chip" to={to.stories(thema)} aria-current={on ? 'true' : undefined}>
    {words}
  </PageLink>
)

interface Part {
  thema: string | undefined
  na: string | undefined
}

function Cards({ stories, thema, na }: Part & { stories: List }) {
  const n = stories.items.length
  const whole = !na && !stories.next
  return (
    <>
      <p role="status" className="sr">
        {thema && whole && `${some(n, 'verhaal', 'verhalen')} bij dit thema`}
      </p>
      <section className="stack" aria-labelledby="verhalen">
        <h2 id="verhalen" className={thema ? undefined : 'sr'}>
          {thema ? capital(thema) : 'Alle verhalen'}
        </h2>
        <ul className="items items-wide">
          {stories.items.map(s => (
            <Item
              key={s.id}
              drawing={<PageDrawing of={pictureOf(s.themes)} />}
              path={to.story(s.id)}
              title={s.title}
            >
              <StoryAbout story={s} />
            </Item>
          ))}
        </ul>
        {!stories.next && <Share />}
      </section>
      {!whole && <Pager next={stories.next} thema={thema} na={na} />}
    </>
  )
}

const Pager = ({ next, thema, na }: Part & { next: string | undefined }) => (
  <nav className="row" aria-label="Meer verhalen">
    {na && (
      <PageLink className="btn btn-2" to={to.stories(thema)}>
        Terug naar het begin
      </PageLink>
    )}
    {next && (
      <PageLink className="btn btn-2" to={to.stories(thema, next)}>
        Volgende verhalen
        <Icon of={arrowRight} />
      </PageLink>
    )}
  </nav>
)

/** No story of this theme, none further on, or none at all yet. */
function Nothing({ thema, na }: Part) {
  if (thema || na) {
    return (
      <EmptyState drawing={<Drawing of={coatRack} />}>
        <p role="status">
          {thema ? 'Er zijn geen verhalen bij dit thema.' : 'Er zijn geen verhalen meer.'}
        </p>
        <p>
          <PageLink className="btn btn-2" to={to.stories()}>
            Bekijk alle verhalen
          </PageLink>
        </p>
      </EmptyState>
    )
  }
  return (
    <EmptyState drawing={<Drawing of={coatRack} />}>
      <p>
        Hier komen verhalen van bezoekers.{' '}
        <PageLink to={to.contact('verhaal')}>Wil jij het jouwe delen?</PageLink> Wij helpen je.
      </p>
    </EmptyState>
  )
}

StoriesPage.head = (_: Data, __: object, { search }: Asked): Head => ({
  title: 'Verhalen',
  description: 'Bezoekers vertellen over hun herstel. Deze verhalen kunnen je raken.',
  canonical: to.stories(),
  robots: search ? 'noindex' : undefined,
})
