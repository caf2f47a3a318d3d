import { useEffect, useEffectEvent, useState } from 'react'
import type { ScreenProps } from '../../../page'
import { useSignOut } from '../../../layout/signOut'
import { kept } from '../../../staff/kept'
import { api } from '../../../staff/api/client'
import { refusedBy, useAct } from '../../../staff/api/useSend'
import type { Account } from './sessions'
import { failed } from './words'

/**
 * Whose sign-ins were to be ended when this window left to sign in once more. An id, no name; gone
 * as soon as it is read.
 */
const waiting = kept('again')

/** Gives the function that forgets it: this window did not leave. */
export function remember(uid: string): () => void {
  waiting.keep(uid)
  return waiting.drop
}

function recall(): string | undefined {
  const uid = waiting.read()
  waiting.drop()
  return uid
}

/**
 * "Overal uitloggen" for one of `people`. `held` waits for a fresh sign-in; `run` repeats it after
 * that.
 */
export function useEndEverywhere(
  { auth, user }: ScreenProps,
  people: readonly Account[] | undefined,
  again: () => void,
) {
  const { leave } = useSignOut()
  const { act, ...acting } = useAct(auth)
  const [held, hold] = useState<Account>()
  const [wanted, want] = useState<string>()
  useEffect(() => {
    const uid = recall()
    if (uid) want(uid)
  }, [])

  const run = (who: Account) =>
    act(who.uid, async () => {
      hold(undefined)
      const params = { path: { uid: who.uid } }
      const code = refusedBy(await api(auth).DELETE('/api/users/{uid}/sessions', { params }))
      if (code === 'auth/requires-recent-login') hold(who)
      if (code) return code === 'auth/requires-recent-login' ? '' : failed
      if (who.uid === user.uid) leave()
      else again()
      return who.uid === user.uid ? 'Je bent overal uitgelogd.' : `${who.name} is overal uitgelogd.`
    })

  const goOn = useEffectEvent(run)
  useEffect(() => {
    if (wanted === undefined || !people) return
    want(undefined)
    const back = people.find(p => p.uid === wanted)
    if (back) goOn(back)
  }, [wanted, people])
  return { ...acting, held, run }
}
