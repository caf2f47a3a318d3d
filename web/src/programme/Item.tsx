import './items.css'
import type { ReactNode } from 'react'
import { PageLink } from '../ui/PageLink'
import { Soft } from '../ui/Soft'

interface Props {
  drawing: ReactNode
  path: string
  title: string
  /** It stands apart, above the others. */
  first?: boolean | undefined
  children: ReactNode
}

/** One of a list to read: its drawing beside its title and what it is about. */
export const Item = ({ drawing, path, title, first, children }: Props) => (
  <li className={first ? 'item item-first else' : 'item'}>
    {drawing}
    <div>
      <h3>
        <PageLink className="cover" to={path}>
          <Soft>{title}</Soft>
        </PageLink>
      </h3>
      {children}
    </div>
  </li>
)
