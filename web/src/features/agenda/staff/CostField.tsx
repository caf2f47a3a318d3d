import { useEffect, useState } from 'react'
import { TextField } from '../../../staff/fields'
import { euros, readEuros, unreadable } from './euros'

/**
 * An amount as people write it, "2,50"; the document holds cents. What cannot be read stays in the
 * box, and keeps from publishing.
 */
export function CostField({ value, onChange }: { value: number; onChange(cents: number): void }) {
  const [typed, setTyped] = useState(() => euros(value))
  useEffect(() => setTyped(now => (readEuros(now) === value ? now : euros(value))), [value])
  return (
    <TextField
      name="cost"
      label="Kosten in euro"
      hint="Vul 0 in als het gratis is."
      short
      value={typed}
      error={readEuros(typed) === unreadable ? 'Schrijf een bedrag, bijvoorbeeld 2,50.' : undefined}
      onChange={text => {
        setTyped(text)
        onChange(readEuros(text))
      }}
    />
  )
}
