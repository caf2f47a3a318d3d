import type { Drawn } from './PageDrawing'

const picture = (name: string): Drawn => ({
  name,
  size: [200, 140],
  lines: () => import('./stories'),
})
const door = picture('door')

const pictures: Readonly<Record<string, Drawn>> = {
  eenzaamheid: picture('mugs'),
  verslaving: picture('soup'),
  werk: picture('folder'),
  naasten: picture('mugs'),
  terugval: picture('stairs'),
  creatief: picture('brushes'),
  bewegen: picture('path'),
  'vrijwilliger worden': picture('key'),
  herstel: picture('folder'),
}

/** The picture of a story: that of its first theme. */
export const pictureOf = (themes: readonly string[]): Drawn => pictures[themes[0] ?? ''] ?? door
