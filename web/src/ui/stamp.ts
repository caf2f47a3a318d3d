import type { Ticket } from './useTickets'

/** What goes with every sending: the ticket, and what a robot wrote in the trap. */
export interface Stamp extends Ticket {
  trap: string
}

/** The field that people leave empty and robots fill in. */
export const trapName = 'laat_dit_leeg'

/** What every body says of the form that was opened: when, and what a robot filled in. */
export const opened = ({ formTime, trap }: Pick<Stamp, 'formTime' | 'trap'>) => ({
  formTime,
  ...(trap ? { [trapName]: trap } : {}),
})

/** The header under which a sending counts once. */
export const onceBy = ({ idempotencyKey }: Pick<Stamp, 'idempotencyKey'>) => ({
  'Idempotency-Key': idempotencyKey,
})
