import { useLocation } from 'react-router-dom'
import { sayField, sayTrouble } from '../../api/problem'
import { newTicket } from '../../api/visitor'
import { useLayout } from '../../layout/site'
import { over } from '../../ui/checks'
import { useVisitorForm, type Setup } from '../../ui/useVisitorForm'
import { text } from '../../ui/values'

type Given = 'action' | 'sayFault' | 'sayTrouble' | 'newTicket'

/** A visitor form with the house's sentences, phone number and tickets. `button`: the words on its send button, by the value of the pressed one when there are several. */
export function useAgendaForm<A>({ button, ...setup }: Omit<Setup<A>, Given> & { button: string | ((pressed: string) => string) }) {
  const { phone } = useLayout()
  const { pathname, search } = useLocation()
  const about = (pressed: string) => ({ form: setup.name, phone, button: typeof button === 'string' ? button : button(pressed) })
  return useVisitorForm<A>({
    ...setup,
    newTicket,
    action: pathname + search,
    sayFault: (fault, values) => sayField({ ...fault, over: over(fault.name, text(values, fault.name)) }, about('')),
    sayTrouble: (trouble, pressed) => sayTrouble(trouble, about(pressed)),
  })
}
