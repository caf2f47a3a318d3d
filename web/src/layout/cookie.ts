/** A cookie of this site; undefined when there is none, or when the browser refuses to say. */
export function cookie(name: string): string | undefined {
  try {
    return document.cookie
      .split('; ')
      .find(c => c.startsWith(name + '='))
      ?.slice(name.length + 1)
  } catch {
    return undefined
  }
}

/** Keeps a cookie so many days; 0 removes it. A browser that refuses says nothing. */
export function keepCookie(name: string, value: string, days: number) {
  try {
    document.cookie =
      `${name}=${value}; Max-Age=${days * 86_400}; Path=/; ` +
      `SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
  } catch {
    /* then it is asked again */
  }
}
