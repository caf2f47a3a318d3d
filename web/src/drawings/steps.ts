import type { Shapes } from './Drawing'

export const bell: Shapes = {
  size: [120, 100],
  parts: [
    ['il-sand', 'M34 16h56v72h-56z'],
    ['il-l', 'M30 12h56v72h-56z'],
    ['il-paper', 'M41 28a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z'],
    ['il-l', 'M39 26a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z'],
    ['il-l il-t', 'M56 26h22'],
    ['il-paper', 'M41 42a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z'],
    ['il-l', 'M39 40a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z'],
    ['il-l il-t', 'M56 40h22'],
    ['il-lamp', 'M41 56a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z'],
    ['il-l', 'M39 54a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z'],
    ['il-l il-t', 'M56 54h22'],
    ['il-l', 'M96 92c-2-14-30-10-30-30 0-8 8-8 9 0'],
  ],
}
export const chair: Shapes = {
  size: [120, 100],
  parts: [
    ['il-lamp', 'M38 52h46v10H38z'],
    ['il-l', 'M36 92V14M36 48h46v44M36 14c-2-4-4-6-4-8M36 60h46'],
    ['il-leaf', 'M98 28a0 0 0 1 0 0 0a0 0 0 1 0 0 0z'],
  ],
}
export const coffee: Shapes = {
  size: [120, 100],
  parts: [
    ['il-pink', 'M36 42h44v44h-44z'],
    ['il-l', 'M32 38h44v38c0 8-6 12-12 12H44c-6 0-12-4-12-12zM76 48c18-2 18 26 0 25'],
    ['il-l il-t', 'M44 28c-6-8 6-12 0-22M60 28c-6-8 6-12 0-22'],
  ],
}
export const choose: Shapes = {
  size: [120, 100],
  parts: [
    ['il-sky', 'M22 26h40v56h-40z'],
    ['il-l', 'M18 22h40v56h-40z'],
    ['il-leaf', 'M70 32h34v50h-34z'],
    ['il-l', 'M66 28h34v50h-34z'],
    ['il-l il-t', 'M26 36h22M26 48h16M74 40h18M74 52h12'],
    ['il-l', 'M46 64l6 6 12-14'],
  ],
}
