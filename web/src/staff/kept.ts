/**
 * A short text of staff that outlives a sign-in in this tab. The sign-in part removes all of them
 * when the person signs out, and when somebody else signs in (auth/traces.ts). A browser that
 * refuses storage keeps nothing and says nothing.
 */
export function kept(name: string) {
  const key = 'hr.staff.' + name
  const quietly = <T>(act: () => T): T | undefined => {
    try {
      return act()
    } catch {
      return undefined
    }
  }
  return {
    read: (): string | undefined => quietly(() => sessionStorage.getItem(key)) ?? undefined,
    /** An empty text is none. */
    keep: (text: string): void =>
      void quietly(() =>
        text ? sessionStorage.setItem(key, text) : sessionStorage.removeItem(key),
      ),
    drop: (): void => void quietly(() => sessionStorage.removeItem(key)),
  }
}

/** What is kept under names that begin so. */
export function keptNames(start: string): string[] {
  const key = 'hr.staff.'
  try {
    return Object.keys(sessionStorage)
      .filter(k => k.startsWith(key + start))
      .map(k => k.slice(key.length))
  } catch {
    return []
  }
}
