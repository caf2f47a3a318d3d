import { useMutation } from '@tanstack/react-query'
import { useId, useRef, type RefObject } from 'react'
import type { Auth } from '../../auth/types'
import { queriesOf } from './queries'

/** Sends one thing at a time: who presses once more meanwhile sends nothing. */
export function useSend<V, D>(
  auth: Auth,
  work: (of: V) => Promise<D>,
  onSuccess?: (answer: D, of: V) => void,
) {
  const client = queriesOf(auth)
  const mutationKey = [useId()]
  const { mutate, isPending, variables, data, error } = useMutation(
    { mutationKey, mutationFn: work, onSuccess },
    client,
  )
  const send = (of: V) => {
    if (client.isMutating({ mutationKey }) === 0) mutate(of)
  }
  return { send, isPending, variables, data, error }
}

/**
 * One act at a time on a screen, and what came of it in words: the line takes the focus, because
 * the button may be gone.
 */
export interface Acting {
  /** Which button is busy. */
  busy: string
  said: string
  line: RefObject<HTMLParagraphElement | null>
  /** `work` gives the words for what happened. */
  act(button: string, work: () => Promise<string>): void
}

interface Pressed {
  button: string
  work: () => Promise<string>
}

export const noAnswer = 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.'

export function useAct(auth: Auth): Acting {
  const line = useRef<HTMLParagraphElement>(null)
  const { send, isPending, variables, data } = useSend(
    auth,
    ({ work }: Pressed) => work().catch(() => noAnswer),
    words => words && line.current?.focus(),
  )
  return {
    busy: (isPending && variables?.button) || '',
    said: data ?? '',
    line,
    act: (button, work) => send({ button, work }),
  }
}

/**
 * Nothing when it went well, else the code of the problem. What is gone already is as good as
 * ended.
 */
export const refusedBy = ({
  response,
  error,
}: {
  response: Response
  error?: { code?: string }
}) => (response.ok || response.status === 404 ? undefined : (error?.code ?? 'internal'))

/** Words for an act that was not done. */
export const notDone = (status: number) =>
  status ? 'Dat lukte niet. Probeer het nog een keer.' : noAnswer
