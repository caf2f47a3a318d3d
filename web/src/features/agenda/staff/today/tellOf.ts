import { plural } from '../../../../api/count'
import { many } from '../../../../staff/count'
import { clock } from '../../../../api/moment'
import { bars } from '../../../../staff/bars'
import { nameOf } from '../peopleWords'
import type { Today } from './model'
import type { Outcome } from './taps'

/** Says what became of taps that were not simply counted. */
export function tellOf({ lost, overruled }: Outcome, today: Today | undefined) {
  for (const { tap, answer } of overruled) {
    if (tap.kind !== 'attendance') continue
    const person = today?.sessions
      .find(s => s.id === tap.session)
      ?.people?.find(p => p.id === tap.registration)
    const words = { here: 'Er', absent: 'Niet gekomen', open: 'open' }[answer.wanted ?? 'here']
    bars.add({
      id: tap.tapId,
      what:
        `${answer.by ?? 'Een collega'} zette ${person ? nameOf(person) : 'iemand'} om ` +
        `${clock(answer.at!)} uur op ${words}.`,
    })
  }
  for (const [why, does, words] of notCounted) {
    const taps = lost.filter(l => l.why === why)
    const n = taps.length
    if (n > 0)
      bars.add({
        id: taps[0]!.tap.tapId,
        what: `${plural(n, `Eén tik ${does}`, many(n, `1 tik ${does}`))} ${words}`,
      })
  }
}

const notCounted = [
  ['late', 'is', 'te oud en niet verstuurd.'],
  ['gone', 'telt', 'niet mee: die aanmelding is er niet meer.'],
  ['refused', 'is', 'niet geteld. Was het vol, of mag je dit niet doen? Vraag het de coördinator.'],
] as const
