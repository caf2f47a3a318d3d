import type { Stamp } from './useVisitorForm'

/** What every body says of the form that was opened: when, and what a robot filled in. */
export const opened = ({ formTime, website }: Pick<Stamp, 'formTime' | 'website'>) => ({
  formTime,
  ...(website ? { website } : {}),
})

/** The header under which a sending counts once. */
export const onceBy = ({ idempotencyKey }: Pick<Stamp, 'idempotencyKey'>) => ({
  'Idempotency-Key': idempotencyKey,
})
