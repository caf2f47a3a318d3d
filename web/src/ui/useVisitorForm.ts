import {
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type FormEvent,
  type RefObject,
} from 'react'
import type { Fault } from './checks'
import { dropDraft, findDraft, keepDraft } from './drafts'
import { persist, type Sent, type Trouble } from './persist'
import { trapName, type Stamp } from './stamp'
import { useAfterPress } from './useAfterPress'
import { useTickets, type Ticket, type Tickets } from './useTickets'
import { read, restore, type Values } from './values'

export interface Setup<A> {
  /** Value of the hidden field `form`. */
  name: string
  /**
   * Own address without fragment: with one, the answer to a plain post would open at that field
   * instead of at the summary.
   */
  action: string
  /** Key of the draft in this tab; without it nothing is kept. */
  draft?: string | undefined
  /** What the server sends back after a post without JavaScript. */
  echo?: { name: string; values: Values; problem: Trouble } | undefined
  /** What the fields show at first. */
  start?: Values | undefined
  ticket?: Ticket | undefined
  newTicket(): Promise<Ticket>
  /** Faults that need no server, in the order of the fields. */
  check?(values: Values): Fault[]
  /** One request. Rejects when there is no answer. `pressed` is the value of the button. */
  send(values: Values, stamp: Stamp, pressed: string): Promise<Sent<A>>
  /** After success. The form stays busy: this must lead to another page, or to a new form. */
  done(answer: A, values: Values): void
  /** After a refusal, before it is shown: such as fetching the newer version. */
  refused?(trouble: Trouble): Promise<void>
  /** The sentence for one field. */
  sayFault(fault: Fault, values: Values): string
  /** The sentence for a problem that belongs to no field. `pressed` as in `send`. */
  sayTrouble(trouble: Trouble, pressed: string): string
}

/** A mistake in words, with the field it belongs to. */
export interface Line {
  name: string
  text: string
}

/** What the form says after a refusal: lines for fields, or one text. */
export interface Said {
  code: string
  free: number | undefined
  lines: Line[]
  text: string
}

/** All that Form, Field, ErrorSummary and SubmitButton need; there is no other way to make one. */
export interface VisitorForm {
  name: string
  id: string
  action: string
  values: Values
  /** True once JavaScript runs the form: only then may questions hide. */
  live: boolean
  problem: Said | undefined
  pending: boolean
  /** Value of the button that was pressed last. */
  pressed: string
  ticket: Ticket | undefined
  errorOf(field: string): string | undefined
  form: {
    ref: RefObject<HTMLFormElement | null>
    onSubmit(e: FormEvent<HTMLFormElement>): void
    onInput(e: FormEvent<HTMLFormElement>): void
    onBlur(e: FocusEvent<HTMLFormElement>): void
  }
}

/**
 * Same form, two roads: without JavaScript it posts to its own address, with it `send` runs in
 * place. No function in `action`: React would then write an inline script into the page, which the
 * CSP blocks.
 */
export function useVisitorForm<A>(setup: Setup<A>): VisitorForm {
  const { name, draft, start } = setup
  const echo = setup.echo?.name === name ? setup.echo : undefined
  const say = (t: Trouble, v: Values, pressed = ''): Said => ({
    code: t.code,
    free: t.free,
    text: t.fields?.length ? '' : setup.sayTrouble(t, pressed),
    lines: (t.fields ?? []).map(f => ({ name: f.name, text: setup.sayFault(f, v) })),
  })
  const [values, setValues] = useState<Values>(echo?.values ?? start ?? {})
  const [problem, setProblem] = useState(() => echo && say(echo.problem, echo.values))
  const [errors, setErrors] = useState<readonly Line[]>(problem?.lines ?? [])
  const [live, setLive] = useState(false)
  const [pending, setPending] = useState(false)
  const [pressed, setPressed] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const changed = useRef(new Set<string>())
  const echoed = echo !== undefined
  const afterPress = useAfterPress()

  useEffect(() => {
    if (!form.current) return
    const found = draft !== undefined && !echoed ? findDraft(draft) : undefined
    if (found) restore(form.current, found)
    setLive(true)
    setValues(read(form.current)) // also what was typed before this code arrived
  }, [draft, echoed])

  const onSubmit = useSubmit(setup, {
    begin(button) {
      setPressed(button)
      setPending(true)
    },
    refuse(t, v, button) {
      const said = say(t, v, button)
      setPending(false)
      setProblem(said)
      setErrors(said.lines)
      setValues(v)
    },
  })

  return {
    name,
    id: useId(),
    action: setup.action,
    values,
    live,
    problem,
    pending,
    pressed,
    ticket: setup.ticket,
    errorOf: field => errors.find(x => x.name === field)?.text,
    form: {
      ref: form,
      onSubmit,
      onInput(e) {
        const now = read(e.currentTarget)
        changed.current.add(nameOf(e))
        setValues(now)
        if (draft !== undefined) keepDraft(draft, now)
      },
      onBlur(e) {
        const field = nameOf(e)
        if (!setup.check || !changed.current.delete(field)) return
        const now = read(e.currentTarget)
        const faults = setup.check(now)
        const bad = (n: string) => faults.some(f => f.name === n)
        afterPress(() =>
          setErrors(before => [
            ...before.filter(l => l.name !== field && (l.name !== 'contact' || bad('contact'))),
            ...faults
              .filter(f => f.name === field)
              .map(f => ({ name: f.name, text: setup.sayFault(f, now) })),
          ]),
        )
      },
    },
  }
}

const nameOf = (e: { target: EventTarget }) => (e.target as HTMLInputElement).name

interface Steps {
  begin(button: string): void
  refuse(trouble: Trouble, values: Values, button: string): void
}

/**
 * Sends at most once at a time: a press while busy is absorbed by a ref, not by state that comes a
 * render later.
 */
function useSubmit<A>(setup: Setup<A>, steps: Steps) {
  const busy = useRef(false)
  const tickets = useTickets(setup.name, setup.ticket, setup.newTicket)
  return (e: FormEvent<HTMLFormElement>) => {
    e.preventDefault()
    if (busy.current) return
    const values = read(e.currentTarget)
    const button = (e.nativeEvent as SubmitEvent).submitter
    const pressed = button instanceof HTMLButtonElement ? button.value : ''
    const fields = setup.check?.(values) ?? []
    if (fields.length > 0) return steps.refuse({ code: 'invalid', fields }, values, pressed)
    busy.current = true
    steps.begin(pressed)
    const trap =
      (e.currentTarget.elements.namedItem(trapName) as HTMLInputElement | null)?.value ?? ''
    void attempt(setup, tickets, { values, pressed, trap }).then(sent => {
      if ('trouble' in sent) {
        busy.current = false
        return steps.refuse(sent.trouble, values, pressed)
      }
      if (setup.draft !== undefined) dropDraft(setup.draft)
      setup.done(sent.answer, values)
    })
  }
}

interface Press {
  values: Values
  pressed: string
  trap: string
}

async function attempt<A>(
  setup: Setup<A>,
  tickets: Tickets,
  { values, pressed, trap }: Press,
): Promise<Sent<A>> {
  const sent = await persist(async () =>
    setup.send(values, { ...(await tickets.now()), trap }, pressed),
  )
  if ('answer' in sent) tickets.used()
  else {
    if (sent.trouble.code === 'form_expired') await tickets.again().catch(() => undefined)
    await setup.refused?.(sent.trouble)
  }
  return sent
}
