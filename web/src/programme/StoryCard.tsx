import '../ui/card.css'
import './story.css'
import { some } from '../api/count'
import { capital } from '../api/moment'
import { PageDrawing } from '../drawings/PageDrawing'
import { pictureOf } from '../drawings/storyPicture'
import * as to from '../paths'
import { PageLink } from '../ui/PageLink'
import { Soft } from '../ui/Soft'

export interface Card {
  id: string
  title: string
  displayName: string
  intro: string
  themes: readonly string[]
  minutes: number
  contentNote?: string
}

/** 1 minuut lezen · 4 minuten lezen */
export const minutesWords = (minutes: number) => `${some(minutes, 'minuut', 'minuten')} lezen`

/** Eerste stap, eenzaamheid */
export const themeWords = (themes: readonly string[]) => capital(themes.join(', '))

/** A story with its drawing above it. */
export const StoryCard = ({ story: s }: { story: Card }) => (
  <article className="card">
    <div className="tile">
      <PageDrawing of={pictureOf(s.themes)} />
    </div>
    <div className="card-body">
      <h3>
        <PageLink className="cover" to={to.story(s.id)}>
          <Soft>{s.title}</Soft>
        </PageLink>
      </h3>
      <StoryAbout story={s} />
    </div>
  </article>
)

/** What it is about is told before it is opened. */
export const StoryAbout = ({ story: s }: { story: Card }) => (
  <>
    <p>{s.intro}</p>
    {s.contentNote && <p className="story-note">{s.contentNote}</p>}
    <p className="small muted">
      {s.displayName} · {themeWords(s.themes)} ·{' '}
      <span className="nowrap">{minutesWords(s.minutes)}</span>
    </p>
  </>
)
