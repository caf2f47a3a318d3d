import type { Auth } from '../../../../auth/types'
import { Loaded } from '../../../../staff/States'
import { useRead } from '../../../../staff/api/useRead'
import { Icon } from '../../../../ui/Icon'
import { down, phone } from '../../../../ui/icons'
import { DeskLine } from '../DeskLine'

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
  const read = useRead(auth, '/api/desk-dates')
  return (
    <Loaded of={read} wait="De datums worden geladen." what="de datums">
      {({ items, say }) => (
        <DeskLine
          auth={auth}
          dates={items.filter(d => d.id !== not).slice(0, suggested)}
          say={say}
          search
          onDone={async () => {
            void read.again()
            await reload()
          }}
        />
      )}
    </Loaded>
  )
}
