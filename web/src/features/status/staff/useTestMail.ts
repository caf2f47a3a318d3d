import type { components } from '../../../api/schema.gen'
import type { Auth } from '../../../auth/types'
import { at } from '../../../screens'
import { isEmail, tidyLine, type Fault } from '../../../ui/checks'
import type { Sent } from '../../../ui/persist'
import { useVisitorForm, type VisitorForm } from '../../../ui/useVisitorForm'
import { text, type Values } from '../../../ui/values'
import { sayAddress, sayRefusal } from './words'
import { api, asked } from '../../../staff/api/client'

const addressIn = (v: Values) => tidyLine(text(v, 'address'))

interface Given {
  auth: Auth
  /** What the field shows at first. */
  start: string
  /** It went out to this address. */
  done(address: string): void
}

/**
 * The form of the test mail. It carries no ticket: staff are known, and a test mail too many harms
 * nobody.
 */
export const useTestMail = ({ auth, start, done }: Given): VisitorForm =>
  useVisitorForm<null>({
    name: 'testMail',
    action: at('status'),
    start: { address: start },
    newTicket: () => Promise.resolve({ idempotencyKey: '', formTime: '' }),
    check: v => faultsIn(addressIn(v)),
    send: v => send(auth, { address: addressIn(v) }),
    done: (_, v) => done(addressIn(v)),
    sayFault: f => sayAddress(f.code),
    sayTrouble: t => sayRefusal(t.code),
  })

function faultsIn(address: string): Fault[] {
  if (!address) return [{ name: 'address', code: 'required' }]
  return isEmail(address) ? [] : [{ name: 'address', code: 'email' }]
}

/** One try: what went wrong is said at once, because the person is looking whether mail works. */
async function send(auth: Auth, mail: components['schemas']['TestMail']): Promise<Sent<null>> {
  const { is, code, fields } = await asked(api(auth).POST('/api/status/test-mail', { body: mail }))
  if (is === 'done') return { answer: null }
  if (is === 'refused') return { trouble: { code, fields } }
  return { trouble: { code: navigator.onLine ? 'lost' : 'offline' } }
}
