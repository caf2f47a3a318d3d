// What was typed and not yet sent, kept in this tab only. Gone after sending and after
// 30 minutes without input; "Snel weg" empties all of sessionStorage. A browser that refuses
// storage keeps nothing and says nothing.
import type { Values } from './values'

export const draftLife = 30 * 60 * 1000
const prefix = 'hr:draft:' // main.tsx looks for it too

interface Draft {
  at: number
  values: Values
}

let timer: ReturnType<typeof setTimeout> | undefined

export function keepDraft(name: string, values: Values): void {
  quietly(() => {
    sessionStorage.setItem(
      prefix + name,
      JSON.stringify({ at: Date.now(), values } satisfies Draft),
    )
    sweepDrafts()
  })
}

/** The draft of this form, when it is not too old. */
export function findDraft(name: string): Values | undefined {
  sweepDrafts()
  return quietly(() => {
    const kept = sessionStorage.getItem(prefix + name)
    return kept === null ? undefined : (JSON.parse(kept) as Draft).values
  })
}

export function dropDraft(name: string): void {
  quietly(() => sessionStorage.removeItem(prefix + name))
}

/**
 * Removes every draft that had no input for half an hour, and comes back when the next one is that
 * old. Every page begins with it where there is a draft: the one on which it was typed may be gone.
 */
export function sweepDrafts(): void {
  clearTimeout(timer)
  quietly(() => {
    let next = Infinity
    for (const key of Object.keys(sessionStorage)) {
      if (!key.startsWith(prefix)) continue
      const left = age(sessionStorage.getItem(key)) + draftLife - Date.now()
      if (left <= 0) sessionStorage.removeItem(key)
      else next = Math.min(next, left)
    }
    if (next < Infinity) timer = setTimeout(sweepDrafts, next)
  })
}

function age(kept: string | null): number {
  try {
    return (JSON.parse(kept ?? '') as Draft).at || 0
  } catch {
    return 0
  }
}

function quietly<T>(f: () => T): T | undefined {
  try {
    return f()
  } catch {
    return undefined
  }
}
