// What was typed and not yet sent, kept in this tab only. Gone after sending and after
// 30 minutes without input; "Snel weg" empties all of sessionStorage. A browser that refuses
// storage keeps nothing and says nothing.
import type { Values } from './values'

export const draftLife = 30 * 60 * 1000
const prefix = 'hr:draft:'

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
    clearTimeout(timer)
    timer = setTimeout(sweepDrafts, draftLife)
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

/** Removes every draft that had no input for half an hour. */
export function sweepDrafts(): void {
  quietly(() => {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix) && Date.now() - age(sessionStorage.getItem(key)) >= draftLife)
        sessionStorage.removeItem(key)
    }
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
