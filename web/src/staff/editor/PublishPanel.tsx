import type { ReactNode } from 'react'
import { PressButton } from '../../ui/PressButton'
import { MomentField } from '../fields'
import { TellFirst } from '../TellFirst'
import type { Draft } from './useDraft'
import { sayMoment } from '../words'

interface Props<T> {
  draft: Draft<T>
  period: boolean
  busy: string
  hide(): void
  /** Why it stays visible for now. */
  stays?: ReactNode
}

/** From when until when visitors read it, and an end to it. */
export function PublishPanel<T>({ draft: d, period, busy, hide, stays }: Props<T>) {
  const of = d.draft!
  const shown = of.status === 'published' || of.status === 'scheduled' || of.status === 'over'
  return (
    <section className="box" aria-labelledby="zichtbaar">
      <h2 id="zichtbaar">Zichtbaar</h2>
      <p>{sayShown(of)}</p>
      {period && (
        <div className="moments">
          <MomentField
            name="from"
            label="Zichtbaar vanaf"
            optional
            hint="Leeg: meteen als je publiceert."
            value={d.place.from}
            onChange={from => d.settle({ from })}
          />
          <MomentField
            name="until"
            label="Zichtbaar tot"
            optional
            hint="Leeg: zonder einde."
            time="23:59"
            value={d.place.until}
            onChange={until => d.settle({ until })}
          />
        </div>
      )}
      {period && shown && of.changed && (
        <p className="small muted">Je veranderingen gelden pas als je publiceert.</p>
      )}
      {shown && stays && <TellFirst words="Maak onzichtbaar">{stays}</TellFirst>}
      {shown && !stays && (
        <p>
          <PressButton second press={hide} busy={busy === 'hide'}>
            Maak onzichtbaar
          </PressButton>
        </p>
      )}
    </section>
  )
}

function sayShown({
  status,
  from,
  until,
  publishedAt,
  publishedBy,
}: {
  status: string
  from?: string | undefined
  until?: string | undefined
  publishedAt?: string
  publishedBy?: { name: string }
}): string {
  switch (status) {
    case 'scheduled':
      return from ? `Komt online op ${sayMoment(from, '')}.` : 'Komt later online.'
    case 'published':
      return publishedAt
        ? `Online. Gepubliceerd op ${sayMoment(publishedAt)}${publishedBy?.name ? ` door ${publishedBy.name}` : ''}.`
        : 'Online.'
    case 'over':
      return until ? `Was zichtbaar tot ${sayMoment(until, '')}.` : 'Niet meer in de lijst.'
    case 'hidden':
      return 'Nu niet zichtbaar voor bezoekers.'
    default:
      return 'Nog niet gepubliceerd. Bezoekers zien dit niet.'
  }
}
