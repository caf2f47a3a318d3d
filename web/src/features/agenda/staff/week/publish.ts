// All drafts of a week online in one press, and back: the acts of the desk, one for each draft.
import type { Auth } from '../../../../auth/types'
import { CannotUndo } from '../../../../staff/bars'
import { ask, asked, apiAt, ifStill } from '../../../../staff/api/client'
import { draftAt, type Draft as DeskDraft } from '../../../../staff/drafts'
import { staffName } from '../peopleWords'
import type { Draft } from './words'

/** A draft that something was done to, with its way back. */
export interface Online {
  id: string
  title: string
  undo: string
  until: string
}

export interface Published {
  online: readonly Online[]
  /** Why the others did not, a sentence each. */
  not: readonly string[]
}

/** One after the other: what a colleague does meanwhile to one does not keep the others. */
export async function publishAll(auth: Auth, drafts: readonly Draft[]): Promise<Published> {
  const online: Online[] = []
  const not: string[] = []
  for (const d of drafts) {
    const init = { headers: ifStill(d.version), body: {} }
    const { is, status, data } = await asked(
      apiAt<DeskDraft<unknown>>(auth, 'POST', draftAt('activities', d.id) + '/publish', init),
    )
    if (is === 'offline') {
      not.push('Geen verbinding. Probeer het zo nog een keer.')
      break
    }
    if (!data) {
      not.push(await why(auth, d, status))
      continue
    }
    const { undo } = data
    if (undo) online.push({ id: d.id, title: d.title, undo: undo.id, until: undo.until })
  }
  return { online, not }
}

async function why(auth: Auth, { id, title }: Draft, status: number): Promise<string> {
  const name = title || 'Een concept zonder titel'
  if (status === 422) return `${name} mist nog iets. Open het concept en kijk wat.`
  if (status === 403) return `${name} mag jij niet online zetten.`
  if (![404, 409, 410, 412].includes(status))
    return `${name} ging niet online. Probeer het zo nog een keer.`
  const { data: draft } = await asked(
    apiAt<DeskDraft<unknown>>(auth, 'GET', draftAt('activities', id)),
  )
  if (!draft) return `${name} is er niet meer.`
  const who = staffName(draft.updatedBy.name)
  return draft.status === 'trashed'
    ? `${who} haalde ${name} weg.`
    : `${who} veranderde ${name} net. Kijk nog even na en druk nog een keer.`
}

/**
 * All of it back; what people signed up for meanwhile stays. After a bad moment the next press goes
 * on where this one stopped.
 */
export function wayBack(
  auth: Auth,
  online: readonly Omit<Online, 'until'>[],
  others = 'De rest is weer een concept. ',
): () => Promise<void> {
  const left = [...online]
  const stay: string[] = []
  return async () => {
    for (let o = left[0]; o; left.shift(), o = left[0]) {
      const { is, status, fields } = await ask(auth, '/api/undo/' + encodeURIComponent(o.undo))
      if (is === 'done') continue
      if (status === 409 && fields.length > 0)
        stay.push(
          fields.some(f => f.name === 'changedDates')
            ? `${o.title} blijft online: iemand veranderde daar daarna een datum van.`
            : `${o.title} blijft online: daar meldde zich al iemand voor aan.`,
        )
      else if ([404, 409, 410].includes(status))
        stay.push(`${o.title} blijft zoals het is: iemand veranderde het daarna nog.`)
      else throw new Error(String(status))
    }
    if (stay.length === 0) return
    const rest = stay.length < online.length ? others : ''
    throw new CannotUndo(rest + stay.join(' '))
  }
}
