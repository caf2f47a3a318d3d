import { PressButton } from '../../ui/PressButton'
import { clock, date } from '../../api/moment'
import type { StaffProps } from '../../page'
import { SignInButton } from '../SignInAgain'
import type { Draft } from './useDraft'

interface Props<T> extends StaffProps {
  draft: Draft<T>
  publish(): void
  busy: boolean
}

/**
 * Always in view, also beside the panels below the text: what became of the text, and the two
 * things one can do with it.
 */
export const SaveBar = <T,>({ auth, user, draft: d, publish, busy }: Props<T>) => (
  <div className="savebar-place">
    <div className="savebar" role="group" aria-label="Bewaren en publiceren">
      <PressButton press={publish} busy={busy}>
        {sayPublish(d)}
      </PressButton>
      <PressButton second press={() => void d.save()} busy={d.saved === 'saving'}>
        Bewaar concept
      </PressButton>
      <p role="status" className={d.saved === 'saved' ? 'muted' : undefined}>
        {sayKept(d)}
      </p>
      {d.saved === 'waiting for sign-in' && <SignInButton auth={auth} user={user} />}
    </div>
  </div>
)

/** What the big button will do: now, or at the moment that was chosen. */
export function sayPublish({ place: { from }, ahead }: Pick<Draft<unknown>, 'place' | 'ahead'>) {
  const now = Date.now() + ahead
  if (!from || Date.parse(from) <= now) return 'Publiceer'
  const year = from.slice(0, 4)
  const thisYear = year === new Date(now).toISOString().slice(0, 4)
  return `Zet klaar voor ${date(from)} ${thisYear ? '' : `${year} `}${clock(from)} uur`
}

function sayKept<T>(d: Draft<T>): string {
  switch (d.saved) {
    case 'typing':
    case 'saving':
      return 'Wordt bewaard…'
    case 'offline':
      return 'Nog niet bewaard: er is geen verbinding. Je tekst staat nog hier en we proberen het opnieuw.'
    case 'waiting for sign-in':
      return 'Nog niet bewaard: log opnieuw in.'
    case 'refused':
      return 'Nog niet bewaard. Kijk boven de tekst wat er nodig is.'
    default:
      return d.savedAt ? `Bewaard om ${clock(d.savedAt)} uur.` : 'Nog niets geschreven.'
  }
}
