// The one browser global that pages touch while rendering; QuickJS has none.
// Only what is used: reading the words of a query.
export class Query {
  private list: [string, string][]
  constructor(words = '') {
    this.list = words
      .replace(/^\?/, '')
      .split('&')
      .filter(Boolean)
      .map(pair => {
        const [name, ...value] = pair.split('=')
        return [plain(name!), plain(value.join('='))]
      })
  }
  get(k: string) {
    return this.list.find(([n]) => n === k)?.[1] ?? null
  }
  has(k: string) {
    return this.list.some(([n]) => n === k)
  }
}
function plain(s: string) {
  try {
    return decodeURIComponent(s.replace(/\+/g, ' '))
  } catch {
    return s
  }
}
const g = globalThis as Record<string, unknown>
g.URLSearchParams ??= Query
