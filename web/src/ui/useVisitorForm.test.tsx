// @vitest-environment happy-dom
import { act, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkPerson, type Fault } from './checks'
import { Choice } from './Choice'
import { Choices } from './Choices'
import { findDraft, keepDraft } from './drafts'
import { Field } from './Field'
import { Form } from './Form'
import type { Sent } from './persist'
import { SubmitButton } from './SubmitButton'
import { useVisitorForm, type Setup } from './useVisitorForm'
import { text, type Values } from './values'

let tickets = 0
const newTicket = vi.fn(() =>
  Promise.resolve({ idempotencyKey: 'key-' + ++tickets, formTime: 'time-' + tickets }),
)
const check = (v: Values): Fault[] => checkPerson(text(v, 'name'), text(v, 'email'), '')

type Given = Partial<Setup<string>>
function Sample(given: Given) {
  const f = useVisitorForm<string>({
    name: 'sample',
    action: '/',
    draft: 'sample',
    newTicket,
    check,
    send: () => Promise.resolve({ answer: 'ok' }),
    done: () => {},
    sayFault: f => `${f.name} ${f.code}.`,
    sayTrouble: t => `${t.code}.`,
    ...given,
  })
  return (
    <Form form={f} open>
      <Field name="name" label="Naam" hint="Voornaam is genoeg." />
      <Field name="email" type="email" label="E-mail" />
      <Choices
        name="guests"
        label="Iemand mee?"
        options={[
          ['0', 'Nee'],
          ['1', 'Ja'],
        ]}
        start="0"
      />
      <Choice name="consent" required>
        Goed
      </Choice>
      <SubmitButton>Stuur</SubmitButton>
    </Form>
  )
}

let root: Root
async function show(given: Given = {}) {
  await act(async () =>
    root.render(
      <StrictMode>
        <Sample {...given} />
      </StrictMode>,
    ),
  )
}
const input = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!
const button = () => [...document.querySelectorAll('button')].at(-1)!
const press = () => act(async () => button().click())
const lines = () => [...document.querySelectorAll('.alert-error li')].map(l => l.textContent)
async function type(name: string, value: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(
      input(name),
      value,
    )
    input(name).dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const leave = (name: string) =>
  act(async () => {
    input(name).dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(0)
  })
const fill = async () => {
  await type('name', 'Sam')
  await type('email', 'sam@voorbeeld.nl')
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  document.body.innerHTML = '<div></div>'
  document.title = 'Aanmelden'
  root = createRoot(document.body.firstElementChild!)
})
afterEach(async () => {
  await act(async () => root.unmount())
  sessionStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  newTicket.mockClear()
})

describe('a visitor form', () => {
  it('absorbs presses while it sends and shows that it is busy', async () => {
    let finish!: (s: Sent<string>) => void
    const send = vi.fn(
      () =>
        new Promise<Sent<string>>(r => {
          finish = r
        }),
    )
    const done = vi.fn()
    await show({ send, done })
    await fill()
    await act(async () => {
      for (let i = 0; i < 3; i++) button().click()
    })
    expect(send).toHaveBeenCalledTimes(1)
    expect(button().textContent).toBe('Bezig met versturen…')
    expect(button().getAttribute('aria-busy')).toBe('true')
    expect(button().disabled).toBe(false)
    await act(async () => finish({ answer: 'ok' }))
    expect(done).toHaveBeenCalledTimes(1)
    await press() // while the next page is on its way
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('says what is wrong above the form and at the field, in the same words, and takes focus', async () => {
    const send = vi.fn()
    await show({ send })
    await type('email', 'fout')
    await press()
    expect(send).not.toHaveBeenCalled()
    expect(lines()).toEqual(['name required.', 'email email.'])
    expect(document.activeElement?.tagName).toBe('H2')
    expect(document.activeElement?.textContent).toBe('Kijk nog even naar deze 2 punten:')
    expect(document.title).toBe('Let op: Aanmelden')
    const described = input('name')
      .getAttribute('aria-describedby')!
      .split(' ')
      .map(id => document.getElementById(id)!.textContent)
    expect(described).toEqual(['Voornaam is genoeg.', 'name required.'])
    expect(input('name').getAttribute('aria-invalid')).toBe('true')
    expect(document.querySelector('.alert-error a')!.getAttribute('href')).toBe('#veld-name')
  })

  it('leads "no contact" to the e-mail field', async () => {
    await show()
    await type('name', 'Sam')
    await press()
    expect(document.querySelector('.alert-error h2')!.textContent).toBe('Er is nog iets nodig')
    expect(document.querySelector('.alert-error a')!.getAttribute('href')).toBe('#veld-email')
    expect(document.getElementById('veld-email-fout')!.textContent).toBe('contact required.')
  })

  it('checks a field on leaving it, only when it changed, and never while typing', async () => {
    await show()
    await leave('email')
    expect(document.querySelector('.msg-error')).toBeNull()
    await type('email', 'fout')
    expect(document.querySelector('.msg-error')).toBeNull()
    await leave('email')
    expect(document.getElementById('veld-email-fout')!.textContent).toBe('email email.')
    await type('email', 'sam@voorbeeld.nl')
    await leave('email')
    expect(document.querySelector('.msg-error')).toBeNull()
  })

  it('waits with words that come or go until the press has landed', async () => {
    await show()
    await type('email', 'fout')
    dispatchEvent(new Event('pointerdown'))
    await leave('email')
    expect(document.querySelector('.msg-error')).toBeNull()
    await act(async () => {
      dispatchEvent(new Event('pointerup'))
      await vi.advanceTimersByTimeAsync(0)
    })
    expect(document.querySelector('.msg-error')).not.toBeNull()
  })

  it('sends the ticket of the page once, then a new one with the first moment', async () => {
    const keys: string[] = []
    const times: string[] = []
    const send: Setup<string>['send'] = (_, t) => {
      keys.push(t.idempotencyKey)
      times.push(t.formTime)
      return Promise.resolve({ answer: 'ok' })
    }
    const ticket = { idempotencyKey: 'from-page', formTime: 'then' }
    const name = 'twice'
    await show({ name, send, ticket })
    expect(newTicket).not.toHaveBeenCalled()
    await fill()
    await press()
    await act(async () =>
      root.render(
        <StrictMode>
          <Sample key="again" name={name} send={send} ticket={ticket} />
        </StrictMode>,
      ),
    )
    await fill()
    await press()
    expect(keys[0]).toBe('from-page')
    expect(keys[1]).toMatch(/^key-/)
    expect(times).toEqual(['then', 'then'])
  })

  it('keeps the key when the form was too old or too fast, with a fresh moment for the old one', async () => {
    const sent: string[] = []
    let code = 'form_expired'
    const send: Setup<string>['send'] = (_, t) => {
      sent.push(`${t.idempotencyKey} ${t.formTime}`)
      return Promise.resolve({ trouble: { code } })
    }
    await show({ name: 'late', send, ticket: { idempotencyKey: 'k', formTime: 'old' } })
    await fill()
    await press()
    expect(document.querySelector('.alert-error')!.textContent).toContain('form_expired.')
    code = 'too_fast'
    await press()
    await press()
    expect(sent[0]).toBe('k old')
    expect(sent[1]).toMatch(/^k time-/)
    expect(sent[2]).toBe(sent[1])
  })

  it('repeats with the same key when the network is lost, then offers to try again', async () => {
    const keys: string[] = []
    const send: Setup<string>['send'] = (_, t) => {
      keys.push(t.idempotencyKey)
      return Promise.reject(new TypeError())
    }
    await show({ send, ticket: { idempotencyKey: 'lost-key', formTime: 'x' } })
    await fill()
    await press()
    await act(() => vi.advanceTimersByTimeAsync(13_000))
    expect(keys).toEqual(['lost-key', 'lost-key', 'lost-key', 'lost-key'])
    const again = document.querySelector<HTMLButtonElement>('.alert-error button')!
    expect(again.textContent).toBe('Probeer opnieuw')
    await act(async () => again.click())
    expect(keys).toHaveLength(5)
    expect(input('name').value).toBe('Sam')
  })

  it('restores a draft, forgets it after success', async () => {
    keepDraft('sample', { name: 'Sam', email: 'sam@voorbeeld.nl', guests: '1', consent: 'true' })
    await show()
    expect(input('name').value).toBe('Sam')
    expect(document.querySelector<HTMLInputElement>('[name=guests][value="1"]')!.checked).toBe(true)
    expect(input('consent').checked).toBe(true)
    await press()
    expect(findDraft('sample')).toBeUndefined()
  })

  it('keeps a draft of every input, without the hidden fields', async () => {
    await show({ ticket: { idempotencyKey: 'secret', formTime: 'x' } })
    await fill()
    expect(findDraft('sample')).toEqual({ name: 'Sam', email: 'sam@voorbeeld.nl', guests: '0' })
  })

  it('leaves nothing to a browser that keeps sessions on the disk', async () => {
    await show()
    expect(document.querySelector('form')!.getAttribute('autocomplete')).toBe('off')
  })

  it('shows what came back without JavaScript, and prefers it to a draft', async () => {
    keepDraft('sample', { name: 'Draft' })
    await show({
      echo: {
        name: 'sample',
        values: { name: 'Echo', email: 'x', guests: '1' },
        problem: { code: 'invalid', fields: [{ name: 'email', code: 'email' }] },
      },
    })
    expect(input('name').value).toBe('Echo')
    expect(lines()).toEqual(['email email.'])
  })

  it('leaves the echo of another form alone', async () => {
    await show({ echo: { name: 'other', values: { name: 'Echo' }, problem: { code: 'full' } } })
    expect(input('name').value).toBe('')
    expect(document.querySelector('.alert-error')).toBeNull()
  })

  it('sends what a robot wrote in the honeypot', async () => {
    const send = vi.fn(() => Promise.resolve({ answer: 'ok' }))
    await show({ send })
    await fill()
    input('laat_dit_leeg').value = 'http://spam.example'
    await press()
    expect(send).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({ trap: 'http://spam.example' }),
      '',
    )
  })
})
