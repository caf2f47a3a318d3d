import { useCallback, useEffect, useRef } from 'react'

/** The key under which a form counts once, and the signed moment at which it was opened. */
export interface Ticket {
  idempotencyKey: string
  formTime: string
}

export interface Tickets {
  /** The ticket of this form. Rejects without network. */
  now(): Promise<Ticket>
  /** A fresh moment for the same key: nothing was stored under it. */
  again(): Promise<void>
  /** The key has done its work; the next sending gets a new one. */
  used(): void
}

const day = 24 * 60 * 60 * 1000
const firsts = new Map<string, { formTime: string; at: number }>() // of each form in this tab

/**
 * The ticket with the moment at which this form was opened first: who comes back to it, or sends it
 * a second time, knows it already.
 */
function sinceFirst(form: string, ticket: Ticket): Ticket {
  const first = firsts.get(form)
  if (first && Date.now() - first.at < day) return { ...ticket, formTime: first.formTime }
  firsts.set(form, { formTime: ticket.formTime, at: Date.now() })
  return ticket
}

const spent = new Set<string>() // keys that have done their work in this tab

/**
 * Takes the ticket of the page when it is still good, else asks for one as soon as the form opens.
 */
export function useTickets(
  form: string,
  ticket: Ticket | undefined,
  newTicket: () => Promise<Ticket>,
): Tickets {
  const held = useRef<Promise<Ticket>>(undefined)
  const ask = useRef(newTicket)
  ask.current = newTicket
  const now = useCallback(() => {
    if (!held.current) {
      const asked = ask.current().then(t => sinceFirst(form, t))
      held.current = asked
      asked.catch(() => {
        if (held.current === asked) held.current = undefined
      })
    }
    return held.current
  }, [form])
  useEffect(() => {
    if (ticket && !spent.has(ticket.idempotencyKey))
      held.current = Promise.resolve(sinceFirst(form, ticket))
    else void now().catch(() => undefined)
  }, [form, ticket, now])
  return {
    now,
    async again() {
      const old = await now()
      const fresh = await ask.current()
      firsts.delete(form)
      held.current = Promise.resolve({
        idempotencyKey: old.idempotencyKey,
        formTime: sinceFirst(form, fresh).formTime,
      })
    },
    used() {
      void held.current?.then(t => spent.add(t.idempotencyKey))
      held.current = undefined
    },
  }
}
