// Where a link may lead. Never laxer than goodLink of internal/richtext.

/** Another website over https, a mail address, a telephone number, or a path of this site. */
export function goodLink(href: unknown): href is string {
  if (
    typeof href !== 'string' ||
    new TextEncoder().encode(href).length > 2000 ||
    /[\u0000-\u0020\u007f\\\u00a0\u2028\u2029]/.test(href) ||
    /\p{Surrogate}/u.test(href)
  )
    return false
  if (href.startsWith('/')) return !href.startsWith('//') && goodEscapes(href)
  if (/^mailto:/i.test(href)) return /^[^@?#][^?#]*@[^?#]/.test(href.slice(7)) && goodEscapes(href)
  if (/^tel:/.test(href)) return /^tel:\+?[0-9]{3,15}$/.test(href)
  return (
    /^https:\/\/[^/?#@:]+(:[0-9]*)?([/?#]|$)/i.test(href) &&
    URL.canParse(href) &&
    !/[%<>"^`{|}[\]]/.test(hostOf(href)) &&
    goodEscapes(href)
  )
}

const hostOf = (href: string) => href.slice(8).split(/[/?#]/, 1)[0]!

/** A % stands for two hexadecimal digits; in the part after ? nobody looks. */
const goodEscapes = (href: string) => !/%(?![0-9a-f]{2})/i.test(href.replace(/\?[^#]*/, ''))

/**
 * What somebody typed as the address of a link: a bare mail address is one too, and an address of
 * this site is kept as its path.
 */
export function tidyLink(typed: string, origin = ''): string {
  const href = typed.trim()
  if (origin && (href === origin || href.startsWith(origin + '/')))
    return href.slice(origin.length) || '/'
  return /^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(href) ? 'mailto:' + href : href
}
