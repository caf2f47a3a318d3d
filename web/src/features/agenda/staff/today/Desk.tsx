import type { components } from '../../../../api/schema.gen'
import type { Auth } from '../../../../auth/types'
import { Missed, Waiting } from '../../../../staff/States'
import { useRead } from '../../../../staff/useRead'
import { Icon } from '../../../../ui/Icon'
import { down, phone } from '../../../../ui/icons'
import { DeskLine } from '../DeskLine'

type DeskDates = components['schemas']['DeskDates']

interface Props {
  auth: Auth
  /** The date on which somebody does not fit. */
  not: string
  open: boolean
  setOpen(open: boolean): void
  reload(): Promise<void>
}

const suggested = 3

/** "Iemand belt om mee te doen": folded until somebody phones. */
export function Desk({ auth, not, open, setOpen, reload }: Props) {
  return (
    <details
      className="box more-box fold"
      open={open}
      onToggle={e => setOpen(e.currentTarget.open)}
    >
      <summary>
        <Icon of={phone} />
        Iemand belt om mee te doen
        <Icon of={down} />
      </summary>
      {open && <Line key={not} auth={auth} not={not} reload={reload} />}
    </details>
  )
}

function Line({ auth, not, reload }: Pick<Props, 'auth' | 'not' | 'reload'>) {
  const { read, again, busy } = useRead<DeskDates>(auth, '/api/desk-dates')
  if (read.is === 'failed') return <Missed what="de datums" again={again} busy={busy} />
  if (read.is === 'loading') return <Waiting words="De datums worden geladen." />
  return (
    <DeskLine
      auth={auth}
      dates={read.data.items.filter(d => d.id !== not).slice(0, suggested)}
      say={read.data.say}
      search
      onDone={async () => {
        again()
        await reload()
      }}
    />
  )
}
