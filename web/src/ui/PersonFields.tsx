import { Field, inputId, Marks, useError } from './Field'
import { ChoiceRow } from './Choices'
import { useForm } from './useForm'
import { list, text } from './values'

const ways = [
  ['email', 'E-mail'],
  ['phone', 'Telefoon'],
] as const

interface Props {
  emailHint: string
  phoneHint: string
  /** The name may stay empty. */
  nameless?: boolean
  /** Only some people get these questions: without JavaScript they say so. */
  conditional?: boolean
  /** Nothing that a browser remembers is offered. */
  plain?: boolean
}

/**
 * Name, and one way or two to reach somebody. With JavaScript a tick shows a field; without it both
 * fields are there.
 */
export function PersonFields({ emailHint, phoneHint, nameless, conditional, plain }: Props) {
  const { values, live } = useForm()
  const errors = { email: useError('email'), phone: useError('phone') }
  const filled = ways.map(([way]) => way).filter(way => text(values, way) !== '')
  const chosen = live ? list(values, 'contactBy') : filled
  const unseen = (way: 'email' | 'phone') =>
    live && !chosen.includes(way) && !filled.includes(way) && errors[way] === undefined
  return (
    <>
      <Field
        name="name"
        label="Hoe mogen we je noemen?"
        hint="Voornaam of bijnaam is genoeg."
        {...(plain ? {} : { autoComplete: 'given-name' })}
        short
        optional={nameless}
        conditional={conditional}
      />
      <fieldset className="field nested" aria-describedby={inputId('contactBy') + '-hint'}>
        <legend className="label">
          Hoe kunnen we je bereiken?
          <Marks conditional={conditional} />
        </legend>
        <span className="hint" id={inputId('contactBy') + '-hint'}>
          Eén van de twee is genoeg.
        </span>
        <div className="choices" hidden={!live}>
          {ways.map(([way, words]) => (
            <ChoiceRow
              key={way}
              type="checkbox"
              name="contactBy"
              value={way}
              chosen={chosen.includes(way)}
              unsent={!live}
            >
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
          hidden={unseen('email')}
        />
        <Field
          name="phone"
          type="tel"
          label="Telefoonnummer"
          hint={phoneHint}
          {...(plain ? {} : { autoComplete: 'tel' })}
          either
          hidden={unseen('phone')}
        />
      </fieldset>
    </>
  )
}
