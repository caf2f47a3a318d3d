// What the own pages of a sign-up and of a place on the list share.
import type { ReactNode } from 'react'
import { useLocation } from '../../../router'
import { clock } from '../../../api/moment'
import { PageDrawing, type Drawn } from '../../../drawings/PageDrawing'
import { Reach } from '../../../layout/Reach'
import { useLayout } from '../../../layout/site'
import type { Extra } from '../../../page'
import * as to from '../../../paths'
import { PageLink } from '../../../ui/PageLink'
import { OldRoom } from '../programme/Moved'
import { News, Result } from '../programme/News'
import { When } from '../programme/When'
import { AskErase, AskNotMe, Erased, isErased } from './Erasing'
import { overviewOf, type Entry, type Registration } from './holder'
import type { Look } from '../../../programme/words'
import '../signup/forms.css'

export interface OwnProps extends Extra {
  token: string
  /** Its own address. */
  own: string
}

interface StepsProps extends OwnProps {
  /** Absent once it was erased. */
  of: { proven: boolean } | undefined
  /** Whether a place becomes free with it. */
  place: boolean
  children: ReactNode
}

/** The page behind a secret link, and the two questions that both kinds have. */
export function OwnPage({ of, place, flash, children, ...given }: StepsProps) {
  const { key, search } = useLocation()
  if (!of || isErased(flash?.kind)) return <Erased kind={flash?.kind ?? ''} />
  const step = new URLSearchParams(search).get('stap')
  return (
    <div className="wrap page" key={key}>
      {step === 'wissen' ? (
        <AskErase {...given} place={place} proven={of.proven} />
      ) : step === 'niet-ik' ? (
        <AskNotMe {...given} />
      ) : (
        children
      )}
    </div>
  )
}

interface Props {
  token: string
  of: Registration | Entry
  /** The address of a step of it. */
  step(token: string, stap: 'wissen' | 'niet-ik'): string
  /** The state in words. */
  title: string
  look: Look | undefined
  /** What the last press did; true: that is the title. */
  news: string | boolean | undefined
  mailed: boolean
  /** Below date and place: what can be done now. */
  acts: ReactNode
  kept: ReactNode
  drawing?: Drawn | undefined
  children: ReactNode
}

/** Its drawing beside it, below it on a phone. */
export const Own = ({ drawing, ...props }: Props) => (
  <div className="grid split">
    <Told {...props} />
    {drawing && (
      <div className="after-art">
        <PageDrawing of={drawing} />
      </div>
    )}
  </div>
)

/** The state as title, one panel with what and when and what can be done, then the rest. */
function Told({ token, of, step, title, look, news, mailed, acts, kept, children }: Props) {
  const all = overviewOf(token)
  const { address } = useLayout()
  const { date, linkUntil, place } = of
  return (
    <div className="stack-l own">
      <div className="stack">
        {all && <PageLink to={all}>Naar al je aanmeldingen</PageLink>}
        {news === true ? <Result level="h1">{title}</Result> : <h1>{title}</h1>}
        {typeof news === 'string' && <News>{news}</News>}
        <div className={`panel ${look ?? ''}`}>
          <p>
            <strong>
              <PageLink to={to.activity(date.activityId, date.id)}>{date.title}</PageLink>
            </strong>
          </p>
          <When line={date} />
          <p>
            <OldRoom line={date} />
            {place.replace(`, ${address.at(-1)}`, '')}
          </p>
          {acts}
        </div>
        {linkUntil && (
          <p>
            Deze pagina werkt tot {clock(linkUntil)} uur.{' '}
            {mailed ? 'Daarna werkt de link in je mail.' : 'Bel ons daarna.'}
          </p>
        )}
        <p>
          <PageLink to={to.contact(undefined, 'route')}>Zo vind je ons</PageLink>. <Reach />
        </p>
      </div>
      {children}
      <section className="stack">
        <h2>Dit bewaren we</h2>
        {kept}
        <p>
          Heb jij dit niet ingevuld?{' '}
          <PageLink to={step(token, 'niet-ik')}>Dit was ik niet</PageLink>
        </p>
        <details className="fold">
          <summary>Meer met mijn gegevens</summary>
          <div className="row">
            {step === to.registration && (
              <a className="btn btn-2" href={to.registrationData(token)} download>
                Download mijn gegevens
              </a>
            )}
            <PageLink className="btn btn-danger" to={step(token, 'wissen')}>
              Wis alles van mij
            </PageLink>
          </div>
        </details>
      </section>
    </div>
  )
}
