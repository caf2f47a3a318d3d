import { createContext, useContext, useState } from 'react'
import { SelectField, TextField } from '../../../staff/fields'
import { hostName, isAccount, type HostAccount } from './hostName'

/** The accounts that can receive people, for the fields of an editor. */
export const Hosts = createContext<readonly HostAccount[]>([])

interface Props {
  name: string
  /** What no choice means. */
  none: string
  optional?: boolean
  error?: string | undefined
  value: string
  onChange(next: string): void
}

const byHand = 'typed'
const label = 'Wie ontvangt je?'
const hint = 'Een voornaam. Komt er iemand van een andere organisatie? Schrijf dan: partner.'

/** An account of the staff, or "Iemand zonder account": a name without any right. */
export function HostField({ none, ...field }: Props) {
  const accounts = useContext(Hosts)
  const { name, value, onChange } = field
  const [open, setOpen] = useState(false)
  if (accounts.length === 0 && !isAccount(value))
    return (
      <TextField
        {...field}
        label={label}
        hint={field.optional ? 'Leeg: zoals de activiteit.' : hint}
        short
      />
    )
  const typed = !isAccount(value) && (value !== '' || open)
  const gone = isAccount(value) && !accounts.some(a => a.uid === value)
  return (
    <>
      <SelectField
        {...field}
        name={typed ? name + '.who' : name}
        label={label}
        hint="Wie je kiest, ziet die dag wie er komen."
        value={typed ? byHand : value}
        onChange={next => {
          setOpen(next === byHand)
          onChange(next === byHand ? '' : next)
        }}
        options={[
          ['', none],
          ...accounts.map(a => [a.uid, a.name] as const),
          ...(gone ? [[value, hostName(value)] as const] : []),
          [byHand, 'Iemand zonder account'],
        ]}
      />
      {typed && <TextField {...field} label="Voornaam van wie ontvangt" hint={hint} short />}
    </>
  )
}
