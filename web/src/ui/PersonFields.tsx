import { useEffect, useRef } from 'react'
import { Field, inputId, Marks, useError, type If } from './Field'
import { ChoiceRow } from './Choices'
import { useForm } from './useForm'
import { text } from './values'

const ways = [
  ['email', 'E-mail'],
  ['phone', 'Telefoon'],
] as const

interface Props {
  emailHint: string
  phoneHint: string
  /** The name may stay empty. */
  nameless?: boolean
  /** Only some people get these questions. */
  when?: If
  /** Nothing that a browser remembers is offered. */
  plain?: boolean
}

/**
 * Name, and one way or two to reach somebody. A tick shows its field, by the style sheet alone; it
 * has no name, so it is not sent, and stands ticked where there is something to see.
 */
export function PersonFields({ emailHint, phoneHint, nameless, when, plain }: Props) {
  const { values, live } = useForm()
  const errors = { email: useError('email'), phone: useError('phone') }
  const told = ways.map(([way]) => text(values, way) !== '' || errors[way] !== undefined)
  const ticks = useRef<HTMLDivElement>(null)
  const [email, phone] = [errors.email !== undefined, errors.phone !== undefined]
  useEffect(() => {
    ticks.current!.querySelectorAll('input').forEach((tick, i) => {
      if (told[i]) tick.checked = true
    })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- who takes a tick away may do so
  }, [live, email, phone])
  return (
    <>
      <Field
        name="name"
        label="Hoe mogen we je noemen?"
        hint="Voornaam of bijnaam is genoeg."
        {...(plain ? {} : { autoComplete: 'given-name' })}
        short
        optional={nameless}
        when={when}
      />
      <fieldset className="field nested" aria-describedby={inputId('contactBy') + '-hint'}>
        <legend className="label">
          Hoe kunnen we je bereiken?
          <Marks conditional={when !== undefined} />
        </legend>
        <span className="hint" id={inputId('contactBy') + '-hint'}>
          Eén van de twee is genoeg.
        </span>
        <div className="choices" ref={ticks}>
          {ways.map(([way, words], i) => (
            <ChoiceRow key={way} type="checkbox" question="contactBy" value={way} chosen={told[i]!}>
              {words}
            </ChoiceRow>
          ))}
        </div>
        <Field
          name="email"
          type="email"
          label="E-mailadres"
          hint={emailHint}
          {...(plain ? {} : { autoComplete: 'email' })}
          either
          when="email"
        />
        <Field
          name="phone"
          type="tel"
          label="Telefoonnummer"
          hint={phoneHint}
          {...(plain ? {} : { autoComplete: 'tel' })}
          either
          when="phone"
        />
      </fieldset>
    </>
  )
}
