import { useBusy } from '../../../staff/useBusy'
import { many } from '../../../staff/count'
import { useState, type FormEvent } from 'react'
import type { StaffProps } from '../../../page'
import { ActError } from '../../../staff/ActError'
import { type Refusal } from '../../../staff/drafts'
import { SignInFresh } from '../../../staff/editor/SignInFresh'
import { ChoiceField, DayField, fieldId, TextField, TickField } from '../../../staff/fields'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import { Elsewhere } from './Elsewhere'
import { Pause } from './Pause'
import { PersonMails } from './PersonMails'
import { SignUp } from './SignUp'
import {
  holdReasons,
  readable,
  reasons,
  sayAlready,
  sayCount,
  sayFreed,
  sayHeld,
  sayName,
  sayShared,
  sayWhy,
  type All,
  type Erased,
  type Found,
  type Goes,
  type Held,
  type Reason,
  about,
} from './personWords'

const failed = 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.'
const nobody = 'Niemand gevonden.'
const recent = 'auth/requires-recent-login'
const sayNot = (code: string) => (code === 'not_found' ? nobody : failed)

/** Looks somebody up who asks what is kept of them, by what they gave: never by name. */
export function Person(who: StaffProps) {
  const [what, type] = useState('')
  const [wrong, say] = useState('')
  const [busy, during] = useBusy()
  const [found, find] = useState<{ what: string; is: Found; turn: number }>()
  const search = (e: FormEvent) => {
    e.preventDefault()
    if (busy) return
    say('')
    void during(about<Found>(who.auth, 'search', { what })).then(({ is, data, status }) => {
      if (data) return find(was => ({ what, is: data, turn: (was?.turn ?? 0) + 1 }))
      if (is === 'refused') {
        find(undefined)
        document.getElementById(fieldId('what'))?.focus()
      }
      say(
        status === 422
          ? 'Typ een heel e-mailadres, een telefoonnummer of de code van de balie.'
          : failed,
      )
    })
  }
  return (
    <>
      <section className="box" aria-labelledby="zoek">
        <h2 id="zoek">Iemand zoeken</h2>
        <form className="stack" noValidate onSubmit={search}>
          <TextField
            name="what"
            label="E-mail, telefoon of code"
            hint="Precies zoals de persoon het opgaf. Zoeken op naam kan niet."
            error={wrong || undefined}
            value={what}
            onChange={type}
          />
          <p>
            <button className="btn" type="submit" aria-busy={!!busy || undefined}>
              Zoek
            </button>
          </p>
        </form>
      </section>
      {found && <Result key={found.turn} {...who} what={found.what} found={found.is} />}
    </>
  )
}

interface ResultProps extends StaffProps {
  what: string
  found: Found
}

/** Numbers first; everything only for a reason. */
function Result({ found, what, ...who }: ResultProps) {
  const heading = useFocusOn<HTMLHeadingElement>(true)
  const [reason, choose] = useState<Reason | ''>('')
  const [sure, tick] = useState(false)
  const [wrong, say] = useState<{ reason?: string; sure?: string; act?: string }>({})
  const [busy, during] = useBusy()
  const [all, show] = useState<All>()
  const see = () => {
    if (!reason) return say({ reason: 'Kies waarom je alles wilt zien.' })
    if (!sure) return say({ sure: 'Zeker weten? Zet dan het vinkje.' })
    say({})
    void during(about<All>(who.auth, 'view', { what, reason, sure })).then(({ data, code }) => {
      if (data) show(data)
      else say({ act: sayNot(code) })
    })
  }
  if (all && reason) return <Everything {...who} what={what} reason={reason} all={all} />
  if (found.kinds.length === 0)
    return (
      <section className="box" aria-labelledby="gevonden">
        <h2 id="gevonden" ref={heading} tabIndex={-1}>
          {nobody}
        </h2>
        <p>
          We zeggen hetzelfde als iemand nooit bij ons was, of al gewist is. Kijk of je het goed
          typte.
        </p>
      </section>
    )
  return (
    <section className="box stack" aria-labelledby="gevonden">
      <h2 id="gevonden" ref={heading} tabIndex={-1}>
        Gevonden
      </h2>
      <ul className="plain">
        {found.kinds.map(k => (
          <li key={k.kind}>{sayCount(k)}</li>
        ))}
      </ul>
      {found.coming > 0 && <p>{many(found.coming, '1 datum komt nog.')}</p>}
      {sayShared(found) && <p className="alert">{sayShared(found)}</p>}
      <p>Meer zie je pas als dat nodig is. We schrijven op dat jij het bekeek, en waarom.</p>
      <ChoiceField<Reason>
        name="reason"
        label="Waarom wil je alles zien?"
        options={reasons}
        error={wrong.reason}
        value={reason}
        onChange={choose}
      />
      <p>
        <strong>Eerst even zeker weten.</strong> Bel terug op het nummer dat we al kennen. Vraag
        nooit om een identiteitsbewijs.
      </p>
      <TickField
        name="sure"
        label="Ik weet dat dit de persoon zelf is"
        error={wrong.sure}
        value={sure}
        onChange={tick}
      />
      <ActError>{wrong.act}</ActError>
      <p>
        <PressButton press={see} busy={!!busy}>
          Toon alles
        </PressButton>
      </p>
    </section>
  )
}

interface EverythingProps extends StaffProps {
  what: string
  reason: Reason
  all: All
}

function Everything({ what, reason, all, ...who }: EverythingProps) {
  const [goes, ask] = useState<Goes>()
  const heading = useFocusOn<HTMLHeadingElement>(goes === undefined)
  const [done, finish] = useState<Erased>()
  const [busy, during] = useBusy()
  const [said, say] = useState('')
  const [wrong, fail] = useState('')
  const [held, hold] = useState<'txt' | 'json'>()
  const [kept, keep] = useState(all.hold)
  const [whose, choose] = useState<readonly string[]>([])
  const shared = all.names.length > 1
  const body = { what, reason, sure: true }
  // everybody's is what goes by no name at all
  const of = shared && whose.length < all.names.length ? { whose } : {}
  const run = async (button: string, work: () => Promise<void>) => {
    if (busy) return
    say('')
    fail('')
    hold(undefined)
    await during(work(), button)
  }
  const take = (as: 'txt' | 'json') =>
    run(as, async () => {
      if (shared && whose.length === 0) return fail('Kies van wie je de gegevens meegeeft.')
      const { data: answer, code } = await about<All>(who.auth, 'export', { ...body, ...of })
      if (code === recent) return hold(as)
      if (!answer) return fail(sayNot(code))
      const { rows: _, names: __, hold: ___, ...rest } = answer
      const own = {
        ...rest,
        items: rest.items.map(({ id: _1, version: _2, mends: _3, ...item }) => item),
        elsewhere: rest.elsewhere.map(({ id: _1, ...e }) => e),
      }
      const text = as === 'txt' ? '\ufeff' + readable(answer) : JSON.stringify(own, null, 2)
      save(new Blob([text]), 'gegevens.' + as)
      say('Het bestand staat bij je downloads. Geef het aan de persoon, en gooi het daarna weg.')
    })
  const preview = () =>
    run('goes', async () => {
      if (shared && whose.length === 0) return fail('Kies wiens gegevens je wilt wissen.')
      const { data, code } = await about<Goes>(who.auth, 'goes', { ...body, ...of })
      if (data) ask(data)
      else fail(sayNot(code))
    })
  if (done) return <Gone done={done} told={goes?.mail ?? false} />
  if (goes)
    return (
      <Erase
        {...who}
        what={what}
        rows={all.rows}
        of={of}
        goes={goes}
        back={() => ask(undefined)}
        done={finish}
      />
    )
  return (
    <section className="box stack-l" aria-labelledby="alles">
      <h2 id="alles" ref={heading} tabIndex={-1}>
        Alles van deze persoon
      </h2>
      <p>{sayWhy(reason)}</p>
      {all.items.map(row => (
        <SignUp key={row.id} {...who} what={what} reason={reason} was={row} />
      ))}
      {all.elsewhere.length > 0 && <Elsewhere {...who} what={what} all={all.elsewhere} />}
      {all.mails.length > 0 && <PersonMails auth={who.auth} all={all} />}
      {shared && (
        <fieldset className="field">
          <legend className="label">
            Hier horen verschillende namen bij. Misschien zijn dat verschillende mensen.
          </legend>
          <p className="hint">Kies van wie je iets meegeeft of wist. De rest blijft staan.</p>
          {all.names.map((name, i) => (
            <TickField
              key={name}
              name={'whose-' + i}
              label={sayName(name)}
              value={whose.includes(name)}
              onChange={on => choose(on ? [...whose, name] : whose.filter(other => other !== name))}
            />
          ))}
        </fieldset>
      )}
      <h3>Download voor de persoon</h3>
      <p className="row">
        <PressButton second press={() => void take('txt')} busy={busy === 'txt'}>
          Om te lezen
        </PressButton>
        <PressButton second press={() => void take('json')} busy={busy === 'json'}>
          Als JSON
        </PressButton>
      </p>
      <p role="status">{said}</p>
      <ActError>{wrong}</ActError>
      {held && <Fresh {...who} done={() => void take(held)} />}
      <Hold {...who} what={what} held={kept} changed={keep} />
      <Pause auth={who.auth} what={what} paused={all.pause} />
      {!kept && (
        <>
          <p>
            <PressButton danger press={() => void preview()} busy={busy === 'goes'}>
              {shared ? 'Wis wat je koos' : 'Wis alles'}
            </PressButton>
          </p>
        </>
      )}
    </section>
  )
}

interface HoldProps extends StaffProps {
  what: string
  held: Held | undefined
  changed(held: Held | undefined): void
}

/** What is kept a while longer, as a complaint or a question is not done. */
function Hold({ what, held, changed, ...who }: HoldProps) {
  const [open, ask] = useState(false)
  const [until, pick] = useState(held?.until ?? '')
  const [reason, choose] = useState<Held['reason'] | ''>(held?.reason ?? '')
  const [wrong, fail] = useState<Readonly<Record<string, string>>>({})
  const [busy, during] = useBusy()
  const [said, say] = useState('')
  const run = (button: string, work: () => Promise<void>) => {
    if (busy) return
    fail({})
    say('')
    void during(work(), button)
  }
  const keep = () =>
    run('hold', async () => {
      const answer = await about<Held>(who.auth, 'hold', { what, until, reason })
      if (!answer.data) return fail(faultsOf(answer))
      changed(answer.data)
      ask(false)
      say('Dit blijft nu langer staan.')
    })
  const end = () =>
    run('release', async () => {
      const { is } = await about(who.auth, 'release', { what })
      if (is !== 'done') return fail({ act: failed })
      changed(undefined)
      say('Dit gaat weer weg op de gewone tijd.')
    })
  return (
    <section className="stack" aria-labelledby="langer">
      <h3 id="langer">Langer bewaren</h3>
      {held && <p className="alert">{sayHeld(held)}</p>}
      {held && <p className="small muted">Gekozen door {held.by || 'iemand van het team'}.</p>}
      <p role="status">{said}</p>
      {open && (
        <>
          <ChoiceField<Held['reason']>
            name="holdReason"
            label="Waarom bewaren we dit langer?"
            options={holdReasons}
            error={wrong.reason}
            value={reason}
            onChange={choose}
          />
          <DayField
            name="holdUntil"
            label="Tot welke dag?"
            hint="Niet langer dan 3 maanden."
            error={wrong.until}
            value={until}
            onChange={pick}
          />
        </>
      )}
      <ActError>{wrong.act}</ActError>
      <p className="row">
        <PressButton second press={open ? keep : () => ask(true)} busy={busy === 'hold'}>
          {open ? 'Bewaar langer' : held ? 'Kies een andere dag' : 'Bewaar dit langer'}
        </PressButton>
        {held && (
          <PressButton second press={end} busy={busy === 'release'}>
            Stop met langer bewaren
          </PressButton>
        )}
      </p>
    </section>
  )
}

const holdFaults: Readonly<Record<string, string>> = {
  until: 'Kies een dag die nog komt.',
  'until too_long': 'Langer dan 3 maanden kan niet. Kies een eerdere dag.',
  reason: 'Kies waarom we dit langer bewaren.',
}
const faultsOf = ({ code, fields }: Refusal): Record<string, string> =>
  fields.length === 0
    ? { act: sayNot(code) }
    : Object.fromEntries(
        fields.map(f => [
          f.name,
          holdFaults[`${f.name} ${f.code}`] ?? holdFaults[f.name] ?? failed,
        ]),
      )

interface EraseProps extends StaffProps {
  what: string
  rows: readonly string[]
  of: { whose?: readonly string[] }
  goes: Goes
  back(): void
  done(erased: Erased): void
}

function Erase({ what, rows, of, goes, back, done, ...who }: EraseProps) {
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

function Gone({ done, told }: { done: Erased; told: boolean }) {
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

/**
 * Whoever must leave this window for the sign-in begins anew: whom it was about is kept nowhere.
 */
const Fresh = (props: StaffProps & { done(): void }) => (
  <SignInFresh {...props} returnTo={location.pathname} leaving={() => () => {}} />
)

function save(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // the browser has taken it by then, however slow
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
