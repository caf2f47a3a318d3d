import type { Drawn } from './PageDrawing'

export interface Picture {
  drawing: Drawn
  /** Class of the ground it stands on. */
  tile: string
}

const picture = (name: string, ground?: string): Picture => ({
  drawing: { name, size: [200, 140], lines: () => import('./stories') },
  tile: ground ? `tile tile-${ground}` : 'tile',
})

const pictures: Readonly<Record<string, Picture>> = {
  'eerste stap': picture('door', 'lamp'),
  eenzaamheid: picture('mugs', 'leaf'),
  verslaving: picture('soup', 'pink'),
  werk: picture('folder'),
  naasten: picture('mugs', 'pink'),
  terugval: picture('stairs'),
  creatief: picture('brushes', 'sky'),
  bewegen: picture('path', 'leaf'),
  'vrijwilliger worden': picture('key', 'lamp'),
  herstel: picture('folder', 'sky'),
}

/** The picture of a story: that of its first theme. */
export const pictureOf = (themes: readonly string[]): Picture =>
  pictures[themes[0] ?? ''] ?? pictures['eerste stap']!
