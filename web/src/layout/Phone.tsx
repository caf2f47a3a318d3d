import { tel } from '../paths'
import { useLayout } from './site'

/**
 * The phone of the house as a link, with the words around it; nothing at all when the number is not
 * known.
 */
export function Phone({ before = '', after = '' }: { before?: string; after?: string }) {
  const { phone } = useLayout()
  return (
    phone && (
      <>
        {before}
        <a className="nowrap" href={tel(phone)}>
          {phone}
        </a>
        {after}
      </>
    )
  )
}
