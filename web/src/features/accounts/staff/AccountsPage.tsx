import type { ScreenProps } from '../../../page'
import { at } from '../../../screens'
import * as to from '../../../paths'
import { Back } from '../../../staff/Back'
import { SignInFresh } from '../../../staff/editor/SignInFresh'
import { Loaded } from '../../../staff/States'
import { useRead } from '../../../staff/api/useRead'
import { EmptyState } from '../../../ui/EmptyState'
import { Adding } from './Adding'
import { Person } from './Person'
import { remember, useEndEverywhere } from './useEndEverywhere'

/** `/beheer/accounts`: who is signed in where, and an end to it. */
export default function AccountsPage(given: ScreenProps) {
  const { auth, user } = given
  const read = useRead(auth, '/api/accounts')
  const people = read.data?.items
  const { held, run, busy, said, line } = useEndEverywhere(given, people, read.again)
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
      <Loaded of={read} wait="Even geduld, de lijst wordt geladen." what="de lijst" />
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
