import { kept } from '../kept'
import type { Purpose } from './calls'

export interface Unfinished {
  name: string
  size: number
  purpose: Purpose
}

const list = kept('uploads')
const same = (a: Unfinished) => (b: Unfinished) =>
  a.name === b.name && a.size === b.size && a.purpose === b.purpose

/**
 * Files of this tab that were under way when the page went. The server knows how far they are; this
 * only reminds.
 */
export const unfinished = {
  of(purpose: Purpose): Unfinished[] {
    return all().filter(u => u.purpose === purpose)
  },
  add(one: Unfinished) {
    write([...all().filter(u => !same(one)(u)), one])
  },
  drop(one: Unfinished) {
    write(all().filter(u => !same(one)(u)))
  },
}

function all(): Unfinished[] {
  try {
    return JSON.parse(list.read() ?? '[]') as Unfinished[]
  } catch {
    return []
  }
}

const write = (items: Unfinished[]) => list.keep(items.length ? JSON.stringify(items) : '')
