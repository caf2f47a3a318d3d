import { useNavigate } from '../router'
import { passFlash, type Flash } from '../page'

/**
 * After a sending that has no page of its own: the same address again, with the news in place of
 * the form.
 */
export function useSent(own: string) {
  const go = useNavigate()
  return (flash: Partial<Flash> & Pick<Flash, 'kind'>) =>
    void go(own, { replace: true, ...passFlash({ name: '', way: 'none', ...flash }) })
}
