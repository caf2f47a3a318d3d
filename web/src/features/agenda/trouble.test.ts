import { describe, expect, it } from 'vitest'
import { sayField, sayTrouble, type Words } from '../../api/problem'
import { holderWords } from './mine/trouble'
import { signUpWords } from './signup/trouble'
import { questionWords } from './signup/words'

const holders = [
  ...['cancel', 'change', 'restore', 'answer', 'leave', 'changeEntry'],
  ...['notMe', 'erase', 'putBack'],
]
const wordsOf = (form: string): Words => (holders.includes(form) ? holderWords(form) : signUpWords)
const about = (form: string, words: Words) => ({
  form,
  words,
  phone: '0123 45 67 89',
  button: 'Meld mij aan',
})
const say = (code: string, form: string, free?: number) =>
  sayTrouble({ code, free }, about(form, wordsOf(form)))
const field = (name: string, code: string, over = 0) =>
  sayField({ name, code, over }, about('register', questionWords))

describe('the sentence for a problem', () => {
  const signUp = ['gone', 'full', 'waitlist_full', 'closed', 'conflict']
  const answers: Record<string, string[]> = { register: signUp, waitlist: signUp }
  for (const form of holders)
    answers[form] = [
      'not_found',
      'closed',
      ...(['change', 'restore'].includes(form) ? ['full'] : []),
      ...(['answer', 'changeEntry'].includes(form) ? ['conflict'] : []),
      ...(form === 'changeEntry' ? ['precondition_failed'] : []),
    ]

  it.each(Object.entries(answers))('of %s is its own and whole', (form, codes) => {
    for (const code of codes) {
      const text = say(code, form, 0)
      expect(text, `${form} ${code}`).toMatch(/[.]$/)
      expect(text, `${form} ${code}`).not.toMatch(/undefined|null|\{|\}/)
      expect(text, `${form} ${code} has words of its own`).not.toBe(say('internal', form))
    }
  })

  it.each([
    ['gone', 'register', 'Deze activiteit gaat niet meer door. We hebben je niet aangemeld.'],
    [
      'full',
      'register',
      'Net voor jou is de laatste plek weggegaan. Wil je op de wachtlijst? Je hoeft niets opnieuw in te vullen.',
    ],
    ['conflict', 'waitlist', 'Er is nog plek! Je kunt je meteen aanmelden.'],
    ['closed', 'cancel', 'Deze activiteit is al begonnen. Afmelden hoeft niet meer.'],
    ['full', 'restore', 'De plek is nu voor iemand anders. Je kunt wel op de wachtlijst.'],
  ])('%s of %s is literally so', (code, form, text) => expect(say(code, form)).toBe(text))

  it('explains a guest that does not fit, with one place and with more', () => {
    expect(say('full', 'register', 1)).toBe(
      'Er is nog 1 plek. Je kunt alleen komen, of samen op de wachtlijst.',
    )
    expect(say('full', 'register', 2)).toBe(
      'Er zijn nog 2 plekken. Je kunt met minder mensen komen, of samen op de wachtlijst.',
    )
  })

  it('of a link that is dead says so behind a secret link alone', () => {
    expect(say('not_found', 'leave')).toMatch(/^Deze link werkt niet meer\./)
    expect(say('not_found', 'register')).toMatch(/^We konden dit niet vinden\./)
  })
})

describe('the sentence for a question', () => {
  it.each([
    ['shortNotice', 'choice', "Maak een keuze bij 'Kun je ook op korte termijn?'."],
    ['preferredWay', 'choice', "Maak een keuze bij 'Hoe laten we het je weten?'."],
    ['preferredWay', 'invalid', 'Vul ook het adres of het nummer in dat bij je keuze hoort.'],
    ['otherKnows', 'required', 'Vraag het eerst even. We schrijven niemand in die het niet weet.'],
    ['dietOther', 'required', 'Schrijf op waar we op letten.'],
    ['dietOther', 'too_long', 'Je tekst is 1 teken te lang. Kun je hem iets korter maken?', 1],
  ] as [string, string, string, number?][])('%s %s is literally so', (name, code, text, over) =>
    expect(field(name, code, over)).toBe(text),
  )
})
