import { useEffect, useState } from 'react'
import type { Auth } from '../../../auth/types'
import { ask as askOf } from '../../../staff/api/client'
import type { Activity, RhythmPlan } from './model'

/** After the last change: the sentence is read out then. */
const pause = 1000

/**
 * What publishing the rule would come to, by the code of the server that will do it. Without
 * network what was known stays; nothing without a rule, or for who may not ask. `known` says that
 * the plan is of the rule as it is now.
 */
export function usePlan(
  auth: Auth,
  id: string,
  doc: Activity | undefined,
  turn: unknown,
): { plan: RhythmPlan | undefined; known: boolean } {
  const [plan, setPlan] = useState<{ of: string; is: RhythmPlan }>()
  const ask =
    doc?.rhythm && doc.mode !== 'series'
      ? JSON.stringify({
          title: doc.title,
          location: doc.location,
          host: doc.host ?? '',
          rhythm: doc.rhythm,
        })
      : ''
  useEffect(() => {
    let gone = false
    if (!ask) return setPlan(undefined)
    const timer = setTimeout(() => {
      void askOf<RhythmPlan>(
        auth,
        `/api/activities/${encodeURIComponent(id)}/rhythm/plan`,
        JSON.parse(ask),
      ).then(({ data }) => data && !gone && setPlan({ of: ask, is: data }))
    }, pause)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [auth, id, ask, turn])
  return { plan: plan?.is, known: !ask || plan?.of === ask }
}
