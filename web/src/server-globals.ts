// The few browser globals react-router touches while rendering; QuickJS has none of them.
// Only what is used: paths with a query and a hash on one origin. Not a general URL parser.
export class Query {
  private list: [string, string][] = []
  constructor(init: string | Record<string, string> | Iterable<[string, string]> = '') {
    if (typeof init === 'string') {
      for (const pair of init.replace(/^\?/, '').split('&')) {
        if (!pair) continue
        const at = pair.indexOf('=')
        this.list.push(
          at < 0 ? [plain(pair), ''] : [plain(pair.slice(0, at)), plain(pair.slice(at + 1))],
        )
      }
    } else if (Symbol.iterator in init) this.list = [...(init as Iterable<[string, string]>)]
    else this.list = Object.entries(init)
  }
  get(k: string) {
    return this.list.find(([n]) => n === k)?.[1] ?? null
  }
  getAll(k: string) {
    return this.list.filter(([n]) => n === k).map(([, v]) => v)
  }
  has(k: string) {
    return this.list.some(([n]) => n === k)
  }
  append(k: string, v: string) {
    this.list.push([k, v])
  }
  delete(k: string) {
    this.list = this.list.filter(([n]) => n !== k)
  }
  set(k: string, v: string) {
    this.delete(k)
    this.append(k, v)
  }
  keys() {
    return this.list.map(([n]) => n).values()
  }
  forEach(f: (v: string, k: string) => void) {
    for (const [k, v] of this.list) f(v, k)
  }
  [Symbol.iterator]() {
    return this.list.values()
  }
  toString() {
    return this.list.map(([k, v]) => code(k) + '=' + code(v)).join('&')
  }
}
function plain(s: string) {
  try {
    return decodeURIComponent(s.replace(/\+/g, ' '))
  } catch {
    return s
  }
}
const code = (s: string) => encodeURIComponent(s).replace(/%20/g, '+')

export class Address {
  href: string
  origin: string
  pathname: string
  search: string
  hash: string
  constructor(to: string, base?: string | Address) {
    const [, origin, pathname, search, hash] =
      /^(https?:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?(#.*)?$/.exec(String(to)) ?? []
    this.origin = origin ?? (base ? new Address(String(base)).origin : '')
    if (!this.origin) throw new TypeError('Invalid URL')
    this.pathname = pathname || '/'
    this.search = search ?? ''
    this.hash = hash ?? ''
    this.href = this.origin + this.pathname + this.search + this.hash
  }
  toString() {
    return this.href
  }
}
const g = globalThis as Record<string, unknown>
g.URL ??= Address
g.URLSearchParams ??= Query
