// Erasing what is kept of somebody, after what goes and what stays.
import { useBusy } from '../../../staff/useBusy'
import { useState } from 'react'
import type { StaffProps } from '../../../page'
import { ActError } from '../../../staff/ActError'
import { TextField } from '../../../staff/fields'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import { sayAlready, sayCount, sayFreed, type Erased, type Goes, about } from './personWords'
import { Fresh, recent, sayNot } from './refused'

interface EraseProps extends StaffProps {
  what: string
  rows: readonly string[]
  of: { whose?: readonly string[] }
  goes: Goes
  back(): void
  done(erased: Erased): void
}

export function Erase({ what, rows, of, goes, back, done, ...who }: EraseProps) {
  const heading = useFocusOn<HTMLHeadingElement>(true)
  const [word, type] = useState('')
  const [busy, during] = useBusy()
  const [wrong, fail] = useState<{ word?: string; act?: string }>({})
  const [held, hold] = useState(false)
  const erase = () => {
    hold(false)
    if (word.trim().toLowerCase() !== 'wissen') return fail({ word: 'Typ het woord wissen.' })
    fail({})
    void during(about<Erased>(who.auth, 'erase', { what, word, rows, ...of })).then(
      ({ data, code }) => {
        if (data) done(data)
        else if (code === recent) hold(true)
        else if (code === 'conflict')
          fail({ act: 'Iemand anders koos net om dit langer te bewaren. Wissen kan daarna.' })
        else fail({ act: sayNot(code) })
      },
    )
  }
  return (
    <section className="box stack" aria-labelledby="wis">
      <h2 id="wis" ref={heading} tabIndex={-1}>
        Wat gaat er weg?
      </h2>
      <ul className="plain">
        {goes.kinds.map(k => (
          <li key={k.kind}>{sayCount(k)}</li>
        ))}
        {goes.freed.map(f => (
          <li key={f.date.id}>{sayFreed(f)}</li>
        ))}
      </ul>
      <h3>Wat blijft, en waarom?</h3>
      <ul className="plain">
        <li>De aantallen, zonder naam: voor de cijfers.</li>
        <li>Een klacht, als die er is: daar gaat de vertrouwenspersoon over.</li>
        <li>In het logboek staat dat er gewist is, zonder naam.</li>
        <li>Reservekopieën: na 30 dagen ook weg.</li>
      </ul>
      <TextField
        name="word"
        label="Typ ‘wissen’ om zeker te zijn"
        short
        error={wrong.word}
        value={word}
        onChange={type}
      />
      <ActError>{wrong.act}</ActError>
      {held && <Fresh {...who} done={erase} />}
      <p className="row">
        <PressButton danger press={erase} busy={!!busy}>
          {of.whose ? 'Wis wat je koos' : 'Wis alles'}
        </PressButton>
        <PressButton second press={back}>
          Terug
        </PressButton>
      </p>
      <p className="small muted">
        Dit kan niet terug.
        {goes.mail && ' De persoon krijgt een mail: ‘Je gegevens zijn gewist’.'}
      </p>
    </section>
  )
}

export function Gone({ done, told }: { done: Erased; told: boolean }) {
  const heading = useFocusOn<HTMLHeadingElement>(true)
  return (
    <section className="box" aria-labelledby="gewist">
      <h2 id="gewist" ref={heading} tabIndex={-1}>
        {done.already ? sayAlready(done) : 'Gewist'}
      </h2>
      <p>
        {done.already
          ? 'Er was niets meer om te wissen. Je hoeft niets te doen.'
          : `Alles van deze persoon is weg.${told ? ' De persoon krijgt een mail.' : ''}`}
      </p>
    </section>
  )
}
