import { createContext, useMemo } from 'react'
import type { Auth } from '../../../auth/types'
import { useRead } from '../../api/useRead'
import type { Pair } from './helpWords'

/**
 * Hard words that staff added to those of helpWords.ts. EditorFrame gives them, so that all help on
 * its screen knows them.
 */
export const HardWords = createContext<readonly Pair[]>([])

/** The list as it is published. While it is not there the help does with its own words. */
export function useHardWords(auth: Auth): readonly Pair[] {
  const words = useRead(auth, '/api/hard-words').data?.words
  return useMemo(() => (words ?? []).map(w => [w.word, w.better] as const), [words])
}
