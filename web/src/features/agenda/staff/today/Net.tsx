import { many } from '../../../../staff/count'
import type { Auth } from '../../../../auth/types'
import { Icon } from '../../../../ui/Icon'
import { PressButton } from '../../../../ui/PressButton'
import { wifiOff } from './icons'
import type { Kept } from './taps'
import { isOld, type Evening } from './useEvening'
import { sayUnsent } from './words'
import { useRead } from '../../../../staff/api/useRead'

/** What there is to know about the network, and about taps that lie on this device. */
export function Net({ evening, auth, uid }: { evening: Evening; auth: Auth; uid: string }) {
  const { offline, unsent, allSent, today, keepsNothing } = evening
  const mine = unsent.filter(t => t.tapper.uid === uid)
  return (
    <>
      <div role="status">
        {offline ? (
          <div className="net net-off">
            <Icon of={wifiOff} />
            <p>
              <b>Geen verbinding.</b>{' '}
              {!today &&
                'Namen staan nooit op deze telefoon. ' +
                  'Pak de papieren lijst, of tel met ‘1 bezoek’. '}
              {today && !keepsNothing && 'Tikken werkt gewoon. '}
              {sayUnsent(mine.length)}
            </p>
            {keepsNothing && <CannotKeep />}
          </div>
        ) : keepsNothing ? (
          <div className="net">
            <CannotKeep />
          </div>
        ) : (
          allSent && (
            <div className="net net-ok">
              <p>Alles is verstuurd.</p>
            </div>
          )
        )}
      </div>
      {!offline && <Old evening={evening} taps={mine.filter(isOld)} />}
      {!offline &&
        [...new Set(unsent.map(t => t.tapper.uid))]
          .filter(of => of !== uid)
          .map(of => (
            <Others
              key={of}
              evening={evening}
              auth={auth}
              uid={of}
              n={unsent.filter(t => t.tapper.uid === of).length}
            />
          ))}
    </>
  )
}

/** Said as soon as one tap could not be stored: nobody may think that it is. */
const CannotKeep = () => (
  <p>
    <b>Deze telefoon kan je tikken niet bewaren.</b> Misschien is hij vol. Laat dit scherm open tot
    alles is verstuurd. Sluit je het eerder, dan ben je ze kwijt.
  </p>
)

/** Nog versturen? Of more than a day ago. */
function Old({ evening, taps }: { evening: Evening; taps: readonly Kept[] }) {
  if (taps.length === 0) return null
  const n = taps.length
  return (
    <div className="net" role="group" aria-label="Oude tikken">
      <p>
        {many(n, 'Er staat nog 1 tik')} van meer dan een dag geleden op deze telefoon. Nog
        versturen?
      </p>
      <p className="facts-row">
        <PressButton second press={evening.sendOld}>
          Verstuur ze
        </PressButton>
        <PressButton second press={evening.dropOld}>
          Gooi weg
        </PressButton>
      </p>
    </div>
  )
}

/** Taps of who was signed in here before. */
function Others({
  evening,
  auth,
  uid,
  n,
}: {
  evening: Evening
  auth: Auth
  uid: string
  n: number
}) {
  const name = useTapper(auth, uid)
  return (
    <div className="net" role="group" aria-label="Tikken van een ander">
      <p>
        {many(n, 'Er staat nog 1 tik')} van {name} op deze telefoon.
      </p>
      <p className="facts-row">
        <PressButton second press={() => evening.sendOf(uid)}>
          Verstuur ze
        </PressButton>
        <PressButton second press={() => evening.dropOf(uid)}>
          Gooi weg
        </PressButton>
      </p>
    </div>
  )
}

/** First name of somebody of the staff. */
const useTapper = (auth: Auth, uid: string) =>
  useRead(auth, '/api/tappers/{uid}', { path: { uid } }).data?.firstName ?? 'een collega'
