import type { Line } from './words'
import bewegen from '../drawings/kinds/bewegen.svg'
import creatief from '../drawings/kinds/creatief.svg'
import leren from '../drawings/kinds/leren.svg'
import naasten from '../drawings/kinds/naasten.svg'
import ontmoeting from '../drawings/kinds/ontmoeting.svg'
import praktisch from '../drawings/kinds/praktisch.svg'
import praten from '../drawings/kinds/praten-en-delen.svg'
import eten from '../drawings/kinds/samen-eten.svg'
import uitstapje from '../drawings/kinds/uitstapje.svg'

const drawings: Record<Line['category'], string> = {
  ontmoeting,
  'praten-en-delen': praten,
  leren,
  creatief,
  bewegen,
  'samen-eten': eten,
  naasten,
  praktisch,
  uitstapje,
}

/**
 * The drawing of a kind of activity; its words stand elsewhere. A list has the same few many times:
 * as files of their own each is fetched once.
 */
export const KindDrawing = ({ of }: { of: Line['category'] }) => (
  <img className="kind" src={drawings[of]} alt="" width="72" height="72" loading="lazy" />
)
