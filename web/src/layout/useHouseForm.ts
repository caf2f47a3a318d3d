import { useLocation } from '../router'
import { sayField, sayTrouble, type Words } from '../api/problem'
import { newTicket } from '../api/visitor'
import { over } from '../ui/checks'
import { useVisitorForm, type Setup } from '../ui/useVisitorForm'
import { text } from '../ui/values'
import { useLayout } from './site'

type Given = 'action' | 'sayFault' | 'sayTrouble' | 'newTicket'

interface House {
  /** The words on its send button, by the value of the pressed one when there are several. */
  button: string | ((pressed: string) => string)
  /** What only this form says. */
  words?: Words
}

/** A visitor form with the house's sentences, phone number and tickets. */
export function useHouseForm<A>({ button, words, ...setup }: Omit<Setup<A>, Given> & House) {
  const phone = useLayout().phone.replaceAll(' ', '\u00a0')
  const { pathname, search } = useLocation()
  const about = (pressed: string) => ({
    form: setup.name,
    phone,
    button: typeof button === 'string' ? button : button(pressed),
    words,
  })
  return useVisitorForm<A>({
    ...setup,
    newTicket,
    action: pathname + search,
    sayFault: (fault, values) =>
      sayField({ ...fault, over: over(fault.name, text(values, fault.name)) }, about('')),
    sayTrouble: (trouble, pressed) => sayTrouble(trouble, about(pressed)),
  })
}
