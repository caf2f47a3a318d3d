import './stories.css'
import '../../ui/card.css'
import '../../ui/quote.css'
import type { ReactNode } from 'react'
import { fullDay, span } from '../../api/moment'
import { PageDrawing } from '../../drawings/PageDrawing'
import { pictureOf } from '../../drawings/storyPicture'
import { asLeft } from '../../layout/arrival'
import { HelpBlock } from '../../layout/HelpBlock'
import type { Head, PageProps } from '../../page'
import type { PageData } from '../../pages'
import * as to from '../../paths'
import { minutesWords } from '../../programme/StoryCard'
import { Icon } from '../../ui/Icon'
import { Soft } from '../../ui/Soft'
import { arrowLeft } from '../../ui/icons'
import { InShort } from '../../ui/InShort'
import { circleAlert } from '../../ui/noticeIcons'
import { PageLink } from '../../ui/PageLink'
import { Photo } from '../../ui/Photo'
import { ReadingAids } from '../../ui/ReadingAids'
import { RichText } from '../../ui/RichText'
import { Share } from './Share'

type Data = PageData<'stories/StoryPage'>
type Story = Data['story']

export default function StoryPage({ data: { story: s } }: PageProps<Data>) {
  const photo = s.image && s.media?.[s.image.fileId]
  const body = <StoryBody story={s} />
  return (
    <div className="wrap page">
      <div className="reading stack-l">
        <article className="stack-l">
          <div className="stack">
            <div>
              <PageLink className="back" to={asLeft(to.stories())}>
                <Icon of={arrowLeft} />
                Alle verhalen
              </PageLink>
              <h1>
                <Soft>{s.title}</Soft>
              </h1>
              <p className="muted">
                Verteld door {s.displayName} · {minutesWords(s.minutes)}
              </p>
            </div>
            {s.image && <Photo of={s.image} media={s.media} first cut />}
            {!photo && (
              <div className="tile drawing">
                <PageDrawing of={pictureOf(s.themes)} />
              </div>
            )}
            <ReadingAids />
          </div>
          {s.contentNote ? (
            <ContentNote story={s} note={s.contentNote}>
              {body}
            </ContentNote>
          ) : (
            body
          )}
          {s.helped.length > 0 && (
            <section className="prose" aria-labelledby="hielp">
              <h2 id="hielp">Wat mij hielp</h2>
              <ul>
                {s.helped.map(h => (
                  <li key={h}>{h}</li>
                ))}
              </ul>
            </section>
          )}
          {s.quote && (
            <blockquote className="quote">
              <p>{s.quote}</p>
              <footer>{s.displayName}</footer>
            </blockquote>
          )}
        </article>
        {s.related && <Related related={s.related} />}
        {s.more.length > 0 && <More stories={s.more} />}
        <Share />
        <HelpBlock />
      </div>
    </div>
  )
}

/** What it is about comes first; the story opens when somebody wants to read on. */
const ContentNote = ({
  story: s,
  note,
  children,
}: {
  story: Story
  note: string
  children: ReactNode
}) => (
  <>
    <div className="alert alert-warn">
      <Icon of={circleAlert} />
      <div>
        <p>
          <strong>{note}</strong>
        </p>
        <p>
          Lees het alleen als je dat nu aankunt.
          {s.helped.length > 0 && (
            <>
              {' '}
              <a href="#hielp">Ga naar wat {s.displayName} hielp</a>.
            </>
          )}
        </p>
      </div>
    </div>
    <details className="story-text">
      <summary className="btn">
        <span className="story-more">Lees verder</span>
        <span className="story-less">Verberg het verhaal</span>
      </summary>
      {children}
    </details>
  </>
)

const StoryBody = ({ story: s }: { story: Story }) => (
  <div className="stack-l">
    <InShort text={s.inShort} />
    <p className="lead">{s.intro}</p>
    <div className="prose">
      <RichText doc={s.body} media={s.media} below={!!s.image} />
    </div>
  </div>
)

const Related = ({ related: r }: { related: NonNullable<Story['related']> }) => (
  <section className="panel come" aria-labelledby="past">
    <h2 id="past" className="box-title">
      Past dit bij jou?
    </h2>
    <p>
      <PageLink to={to.activity(r.activityId, r.occurrenceId)}>{r.title}</PageLink>
    </p>
    <p>
      De volgende keer is op {fullDay(r.day)}, van {span(r.start, r.end)}. Het is in: {r.room}.
    </p>
  </section>
)

const More = ({ stories }: { stories: Story['more'] }) => (
  <section className="stack" aria-labelledby="meer">
    <h2 id="meer">Nog een verhaal lezen?</h2>
    <ul className="plain stack">
      {stories.map(m => (
        <li key={m.id}>
          <PageLink to={to.story(m.id)}>{m.title}</PageLink>
          <p className="small muted">
            {m.displayName} · {minutesWords(m.minutes)}
          </p>
          {m.contentNote && <p className="story-note">{m.contentNote}</p>}
        </li>
      ))}
    </ul>
  </section>
)

/**
 * The tab says nothing about what is read. Search engines see a story only when its teller agreed.
 */
StoryPage.head = ({ story: s }: Data): Head => ({
  title: 'Verhaal',
  description: s.intro,
  canonical: to.story(s.id),
  robots: s.findable ? undefined : 'noindex',
})
