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

const spent = new Set<string>() // keys that have done their work in this tab

/**
 * Takes the ticket of the page when it is still good, else asks for one as soon as the form opens.
 */
export function useTickets(ticket: Ticket | undefined, newTicket: () => Promise<Ticket>): Tickets {
  const held = useRef<Promise<Ticket>>(undefined)
  const ask = useRef(newTicket)
  ask.current = newTicket
  const now = useCallback(() => {
    if (!held.current) {
      const asked = ask.current()
      held.current = asked
      asked.catch(() => {
        if (held.current === asked) held.current = undefined
      })
    }
    return held.current
  }, [])
  useEffect(() => {
    if (ticket && !spent.has(ticket.idempotencyKey)) held.current = Promise.resolve(ticket)
    else void now().catch(() => undefined)
  }, [ticket, now])
  return {
    now,
    async again() {
      const old = await now()
      const fresh = await ask.current()
      held.current = Promise.resolve({
        idempotencyKey: old.idempotencyKey,
        formTime: fresh.formTime,
      })
    },
    used() {
      void held.current?.then(t => spent.add(t.idempotencyKey))
      held.current = undefined
    },
  }
}
