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
  const many = (why: Outcome['lost'][number]['why']) => lost.filter(l => l.why === why)
  const say = (n: number, one: string, more: string) => (n === 1 ? one : `${n} ${more}`)
  const late = many('late')
  if (late.length > 0)
    bars.add({
      id: late[0]!.tap.tapId,
      what: `${say(late.length, 'Eén tik is', 'tikken zijn')} te oud en niet verstuurd.`,
    })
  const gone = many('gone')
  if (gone.length > 0)
    bars.add({
      id: gone[0]!.tap.tapId,
      what: `${say(gone.length, 'Eén tik telt', 'tikken tellen')} niet mee: die aanmelding is er niet meer.`,
    })
  const refused = many('refused')
  if (refused.length > 0)
    bars.add({
      id: refused[0]!.tap.tapId,
      what:
        `${say(refused.length, 'Eén tik is', 'tikken zijn')} niet geteld. ` +
        `Was het vol, of mag je dit niet doen? Vraag het de coördinator.`,
    })
}
