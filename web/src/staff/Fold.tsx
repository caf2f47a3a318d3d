import type { DetailsHTMLAttributes, ReactNode } from 'react'
import { Icon } from '../ui/Icon'
import { down } from '../ui/icons'

interface Props extends Omit<DetailsHTMLAttributes<HTMLDetailsElement>, 'title'> {
  title: ReactNode
}

/** What most do not need: folded, below its title. */
export const Fold = ({ title, children, className = 'fold', ...rest }: Props) => (
  <details className={className} {...rest}>
    <summary>
      {title}
      <Icon of={down} />
    </summary>
    {children}
  </details>
)
