import { useNavigate } from '../router'
import { at } from '../screens'
import { Icon } from '../ui/Icon'
import { arrowLeft } from '../ui/icons'
import { PageLink } from '../ui/PageLink'
import { idxNow, useWay } from './way'

/** To where one came from; to `to`, where the screen was opened by its address. */
export function Back({ to = at('start'), words = 'Meer' }: { to?: string; words?: string }) {
  const navigate = useNavigate()
  const came = useWay().at(-1)
  return (
    <p>
      <PageLink
        className="back"
        to={came?.to ?? to}
        onClick={e => {
          if (!came || e.button || e.metaKey || e.altKey || e.ctrlKey || e.shiftKey) return
          e.preventDefault()
          void navigate(came.idx - idxNow())
        }}
      >
        <Icon of={arrowLeft} />
        {!came || came.path === to ? words : came.words}
      </PageLink>
    </p>
  )
}
