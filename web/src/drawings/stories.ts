import type { Shapes } from './Drawing'

// One drawing per story, chosen by its theme.
const door: Shapes = {
  size: [200, 140],
  parts: [
    ['il-glow', 'M78 120h44l38 20H46z'],
    ['il-lamp', 'M80 28h42v92h-42z'],
    ['il-l', 'M80 120V28h42v92'],
    ['il-green', 'M122 28l28 12v92l-28-12z'],
    ['il-l', 'M122 28l28 12v92l-28-12zM142 84v6'],
    ['il-l', 'M20 120h60M150 120h30'],
    ['il-pink', 'M32 52a16 16 0 1 0 32 0a16 16 0 1 0 -32 0z'],
  ],
}
const folder: Shapes = {
  size: [200, 140],
  parts: [
    ['il-sky', 'M44 42h38l10 12h70v64H44z'],
    ['il-l', 'M40 38h38l10 12h70v66H40z'],
    ['il-l', 'M100 96V58'],
    ['il-brick', 'M90 46a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z'],
    ['il-pink', 'M77 52a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z'],
    ['il-pink', 'M105 52a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z'],
    ['il-lamp', 'M94 54a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z'],
    ['il-l il-t', 'M94 54a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z'],
    ['il-leaf', 'M100 92c-18 0-20-14-20-14s18-2 20 14z'],
    ['il-leaf', 'M100 92c18 0 20-14 20-14s-18-2-20 14z'],
  ],
}
const path: Shapes = {
  size: [200, 140],
  parts: [
    ['il-leaf', 'M20 130C30 90 60 92 80 70s50-30 100-34v94z'],
    ['il-l', 'M60 132c10-30 60-28 60-50S90 58 96 40'],
    ['il-l', 'M110 132c14-40 50-24 40-56-4-14-26-12-26-30'],
    ['il-lamp', 'M136 32a16 16 0 1 0 32 0a16 16 0 1 0 -32 0z'],
    ['il-l', 'M134 30a16 16 0 1 0 32 0a16 16 0 1 0 -32 0z'],
    ['il-l il-t', 'M34 96c-8-26 22-26 14 0zM41 96v18M20 112c-6-18 14-18 10 0M25 112v8'],
  ],
}
const mugs: Shapes = {
  size: [200, 140],
  parts: [
    ['il-pink', 'M46 58h42v52h-42z'],
    ['il-l', 'M42 54h42v44c0 8-6 12-12 12H54c-6 0-12-4-12-12zM42 66c-18-2-18 26 0 25'],
    ['il-sky', 'M116 58h42v52h-42z'],
    ['il-l', 'M114 54h42v44c0 8-6 12-12 12h-18c-6 0-12-4-12-12zM156 66c18-2 18 26 0 25'],
    [
      'il-l il-t',
      'M56 44c-6-8 6-12 0-22M70 44c-6-8 6-12 0-22M128 44c-6-8 6-12 0-22M142 44c-6-8 6-12 0-22',
    ],
    ['il-l', 'M20 112h160'],
  ],
}
const stairs: Shapes = {
  size: [200, 140],
  parts: [
    ['il-sand', 'M24 60h32v26h32v26h26V86h26V60h26V34h16v98H24z'],
    ['il-l', 'M20 56h32v26h32v26h26V82h26V56h26V30h18'],
    ['il-lamp', 'M159 16a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z'],
    ['il-l', 'M159 16a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z'],
    ['il-l il-t', 'M30 44c8-8 12-2 16 4'],
  ],
}
const key: Shapes = {
  size: [200, 140],
  parts: [
    ['il-lamp', 'M36 70a30 30 0 1 0 60 0a30 30 0 1 0 -60 0z'],
    ['il-l', 'M32 66a30 30 0 1 0 60 0a30 30 0 1 0 -60 0z'],
    ['il-paper', 'M46 66a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z'],
    ['il-l', 'M44 66a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z'],
    ['il-l', 'M92 66h84v22M150 66v16M92 74h50'],
    ['il-brick', 'M30 102l12-12 20 30-14 8z'],
    ['il-l', 'M42 88l-16 14 18 26 14-8'],
  ],
}
const brushes: Shapes = {
  size: [200, 140],
  parts: [
    ['il-sky', 'M74 84h52v44H74z'],
    ['il-l', 'M70 80h52v48H70z'],
    ['il-l', 'M84 80L70 30M108 80l18-52M96 80V26'],
    ['il-brick', 'M62 30c-4-16 4-22 6-26 6 4 12 10 8 24z'],
    ['il-lamp', 'M90 28c-2-16 6-20 6-24 4 4 10 10 6 24z'],
    ['il-leaf', 'M120 28c2-16 12-16 16-20 2 6 4 14-6 24z'],
    [
      'il-l il-t',
      'M62 30c-4-16 4-22 6-26 6 4 12 10 8 24zM90 28c-2-16 6-20 6-24 4 4 10 10 6 24zM120 28c2-16 12-16 16-20 2 6 4 14-6 24z',
    ],
    ['il-pink', 'M138 112c14-16 34-4 32 8-10 8-40 12-32-8z'],
    ['il-l', 'M20 130h160'],
  ],
}
const soup: Shapes = {
  size: [200, 140],
  parts: [
    ['il-brick', 'M46 70h112c0 34-22 52-56 52S46 104 46 70z'],
    ['il-l', 'M42 66h116c0 34-24 54-58 54S42 100 42 66zM30 66h140M78 120l-4 10h52l-4-10'],
    ['il-l il-t', 'M80 50c-6-10 6-14 0-26M100 50c-6-10 6-14 0-26M120 50c-6-10 6-14 0-26'],
    ['il-l', 'M150 60l24-38'],
    ['il-sand', 'M168 20a8 5 0 1 0 16 0a8 5 0 1 0 -16 0z'],
  ],
}

export interface Picture {
  drawing: Shapes
  /** Class of the ground it stands on. */
  tile: string
}

const pictures: Record<string, Picture> = {
  'eerste stap': { drawing: door, tile: 'tile tile-lamp' },
  eenzaamheid: { drawing: mugs, tile: 'tile tile-leaf' },
  verslaving: { drawing: soup, tile: 'tile tile-pink' },
  werk: { drawing: folder, tile: 'tile' },
  naasten: { drawing: mugs, tile: 'tile tile-pink' },
  terugval: { drawing: stairs, tile: 'tile' },
  creatief: { drawing: brushes, tile: 'tile tile-sky' },
  bewegen: { drawing: path, tile: 'tile tile-leaf' },
  'vrijwilliger worden': { drawing: key, tile: 'tile tile-lamp' },
  herstel: { drawing: folder, tile: 'tile tile-sky' },
}

/** The picture of a story: that of its first theme. */
export const pictureOf = (themes: readonly string[]): Picture =>
  pictures[themes[0] ?? ''] ?? pictures['eerste stap']!
