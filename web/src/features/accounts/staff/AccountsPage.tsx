import type { ScreenProps } from '../../../page'
import { at } from '../../../screens'
import * as to from '../../../paths'
import { Back } from '../../../staff/Back'
import { SignInFresh } from '../../../staff/editor/SignInFresh'
import { Missed, Waiting } from '../../../staff/States'
import { useRead } from '../../../staff/useRead'
import { EmptyState } from '../../../ui/EmptyState'
import { Adding } from './Adding'
import { Person } from './Person'
import type { Accounts } from './sessions'
import { remember, useEndEverywhere } from './useEndEverywhere'

/** `/beheer/accounts`: who is signed in where, and an end to it. */
export default function AccountsPage(given: ScreenProps) {
  const { auth, user } = given
  const { read, again, busy: reading } = useRead<Accounts>(auth, '/api/accounts')
  const people = read.is === 'known' ? read.data.items : undefined
  const { held, run, busy, said, line } = useEndEverywhere(given, people, again)
  return (
    <div className="wrap page stack">
      <Back to={to.staff()} words="Terug naar Meer" />
      <h1>Accounts</h1>
      <p>Hier zie je wie er nu is ingelogd, en waar.</p>
      <p role="status" ref={line} tabIndex={-1}>
        {said}
      </p>
      {held && (
        <SignInFresh
          auth={auth}
          user={user}
          returnTo={at('accounts')}
          done={() => run(held)}
          leaving={() => remember(held.uid)}
        />
      )}
      {read.is === 'loading' && <Waiting words="Even geduld, de lijst wordt geladen." />}
      {read.is === 'failed' && <Missed what="de lijst" again={again} busy={reading} />}
      {people?.length === 0 && (
        <EmptyState>
          <p>Er is nu niemand ingelogd.</p>
        </EmptyState>
      )}
      {people?.map(a => (
        <Person
          key={a.uid}
          of={a}
          me={a.uid === user.uid}
          busy={busy === a.uid}
          end={() => run(a)}
        />
      ))}
      <Adding />
    </div>
  )
}
