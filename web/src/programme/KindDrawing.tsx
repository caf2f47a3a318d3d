import kinds from '../drawings/kinds.svg'
import type { Line } from './words'

/**
 * The drawing of a kind of activity; its words stand elsewhere. A list has the same few many times:
 * all are in one file, which is fetched once.
 */
export const KindDrawing = ({ of }: { of: Line['category'] }) => (
  <img className="kind" src={`${kinds}#${of}`} alt="" width="72" height="72" loading="lazy" />
)
