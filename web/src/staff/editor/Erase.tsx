import { useEffect, useState } from 'react'
import type { Auth, User } from '../../auth/types'
import { AskFirst } from '../AskFirst'
import { sayRefusal } from './FaultSummary'
import { kept } from '../kept'
import { SignInFresh } from './SignInFresh'
import { Places } from './Places'
import { api } from '../api/client'
import { refusedBy, useAct } from '../api/useSend'
import type { Draft } from './useDraft'

interface Props<T> {
  auth: Auth
  user: User
  draft: Draft<T>
  /** Its title. */
  name: string
  /** It is erased. */
  gone(): void
}

/** Which question was open when this window left to sign in once more: an id. */
const waiting = kept('erase')

/**
 * Out of the trash for good: after the places that lead here, a question, and with a sign-in of
 * less than an hour old. Whoever had to leave this window for that is asked again on coming back.
 */
export function Erase<T>({ auth, user, draft: d, name, gone }: Props<T>) {
  const [back, comeBack] = useState(false)
  const [held, hold] = useState(false)
  const { busy, said, line, act } = useAct(auth)
  useEffect(() => {
    if (waiting.read() !== d.id) return
    waiting.drop()
    comeBack(true)
  }, [d.id])
  const erase = () =>
    act('erase', async () => {
      hold(false)
      const params = { path: { kind: d.kind as 'news', id: d.id } } // of the kinds that have a trash
      const code = refusedBy(await api(auth).DELETE('/api/drafts/{kind}/{id}', { params }))
      if (code === undefined) {
        gone()
        return ''
      }
      hold(code === 'auth/requires-recent-login')
      return code === 'auth/requires-recent-login'
        ? ''
        : sayRefusal({ code, status: 0, fields: [] })
    })
  const leaving = () => {
    waiting.keep(d.id)
    return waiting.drop
  }
  return (
    <>
      <AskFirst
        words="Verwijder definitief"
        question={`"${name}" en alle eerdere versies worden gewist. Dit kun je niet ongedaan maken.`}
        yes="Ja, verwijder definitief"
        no="Nee, laat staan"
        busy={busy === 'erase'}
        act={erase}
        open={back}
      >
        <Places auth={auth} draft={d} />
      </AskFirst>
      {held && (
        <SignInFresh
          auth={auth}
          user={user}
          returnTo={location.pathname}
          done={erase}
          leaving={leaving}
        />
      )}
      <p role="alert" ref={line} tabIndex={-1}>
        {said}
      </p>
    </>
  )
}
