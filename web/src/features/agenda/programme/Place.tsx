import { useLayout } from '../../../layout/site'
import type { ActivityDate } from '../../../programme/words'
import { OldRoom } from './Moved'

/**
 * Where somebody has to be. Bell, lift and stairs belong to the house, not to a meeting point
 * outside.
 */
export function Place({ date }: { date: ActivityDate }) {
  const { doorText } = useLayout()
  return (
    <p>
      <OldRoom line={date} />
      {date.place}.{!date.outside && ' ' + (doorText ?? 'Bel aan bij de voordeur.')}
    </p>
  )
}
