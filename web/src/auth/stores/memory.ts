import type { Persistence } from './store'

/** The last resort: lives as long as the page. */
export function memoryStore(): Persistence {
  const values = new Map<string, unknown>()
  return {
    name: 'memory',
    available: () => Promise.resolve(true),
    read: key => Promise.resolve(values.get(key)),
    write: (key, value) => Promise.resolve(void values.set(key, value)),
    remove: key => Promise.resolve(void values.delete(key)),
    watch: () => () => {}, // nobody else can reach it
  }
}
