// The drawings of what comes after a sign-up.
import type { Drawn } from '../../drawings/PageDrawing'

/** There is a place. */
export const table: Drawn = {
  name: 'table',
  size: [400, 262],
  lines: () => import('../../drawings/table'),
}

/** One hook is free. */
export const coatRack: Drawn = {
  name: 'coatRack',
  size: [400, 246],
  lines: () => import('../../drawings/coatRack'),
}
