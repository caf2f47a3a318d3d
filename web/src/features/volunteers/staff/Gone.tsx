import { sayDay } from '../../../staff/words'
import type { Row } from './words'

/** The day on which an application is erased, with a warning when that is near. */
export const Gone = ({ of }: { of: Row }) =>
  of.goesSoon ? <span className="tag tag-late">bijna: {sayDay(of.goneOn)}</span> : sayDay(of.goneOn)
