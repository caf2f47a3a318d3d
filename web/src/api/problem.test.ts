import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sayField, sayTrouble, type About } from './problem'

const about: About = { form: 'register', phone: '0123 45 67 89', button: 'Meld mij aan' }
const say = (code: string, form = 'register', free?: number) =>
  sayTrouble({ code, free }, { ...about, form })
const field = (name: string, code: string, over = 0) => sayField({ name, code, over }, about)

/** The codes as the server knows them: a new one without words fails here. */
const go = readFileSync(new URL('../../../internal/problem/problem.go', import.meta.url), 'utf8')
const codes = [...go.matchAll(/^\t\w+ +Code = "(\w+)"/gm)].map(m => m[1]!)
const forms = [
  'register',
  'waitlist',
  'change',
  'cancel',
  'restore',
  'answer',
  'leave',
  'notMe',
  'erase',
]
const fault = say('internal')

describe('the sentence for a problem', () => {
  it('exists for every code of the server and every form, ends with a full stop and fills everything in', () => {
    expect(codes.length).toBeGreaterThan(20)
    for (const code of [...codes, 'offline', 'lost']) {
      for (const form of forms) {
        const text = say(code, form, 0)
        expect(text, `${form} ${code}`).toMatch(/\.$/)
        expect(text).not.toMatch(/undefined|null|\{|\}/)
        if (code !== 'internal' && code !== 'unavailable')
          expect(text, `${form} ${code} has words of its own`).not.toBe(fault)
      }
    }
  })

  it('reads as a fault of ours for a code nobody knows', () => expect(say('teapot')).toBe(fault))

  it.each([
    [
      'too_many',
      'Er komt nu veel binnen. Wacht een paar minuten en probeer het nog eens. Bellen kan ook: 0123 45 67 89.',
    ],
    [
      'internal',
      'Er ging bij ons iets mis. Je bericht is niet verstuurd. Wat je hebt ingevuld staat er nog. Probeer het opnieuw of bel 0123 45 67 89.',
    ],
    [
      'offline',
      'Je hebt nu geen internet. We bewaren wat je hebt ingevuld zolang deze pagina open blijft.',
    ],
    [
      'not_found',
      'We konden dit niet vinden. Misschien is de activiteit veranderd. Kijk in het programma of bel ons.',
    ],
    ['too_fast', "Kijk alles nog even na en druk dan nog een keer op 'Meld mij aan'."],
    [
      'form_expired',
      "Je had deze pagina lang open. Kijk alles nog even na en druk nog een keer op 'Meld mij aan'.",
    ],
    [
      'key_reused',
      'Dit formulier is al verstuurd. Laad de pagina opnieuw als je nog iets wilt sturen.',
    ],
    ['busy', 'We zijn je bericht nog aan het opslaan. Wacht heel even en probeer het dan opnieuw.'],
    ['gone', 'Deze activiteit gaat niet meer door. We hebben je niet aangemeld.'],
    [
      'full',
      'Net voor jou is de laatste plek weggegaan. Wil je op de wachtlijst? Je hoeft niets opnieuw in te vullen.',
    ],
    [
      'precondition_failed',
      "Je aanmelding is intussen veranderd. Kijk alles nog even na en druk nog een keer op 'Meld mij aan'.",
    ],
  ])('%s is literally so', (code, text) => expect(say(code)).toBe(text))

  it('explains a guest that does not fit, with one place and with more', () => {
    expect(say('full', 'register', 1)).toBe(
      'Er is nog 1 plek. Je kunt alleen komen, of samen op de wachtlijst.',
    )
    expect(say('full', 'register', 2)).toBe(
      'Er zijn nog 2 plekken. Je kunt met minder mensen komen, of samen op de wachtlijst.',
    )
  })

  it('says what a form means by a code', () => {
    expect(say('conflict', 'waitlist')).toBe('Er is nog plek! Je kunt je meteen aanmelden.')
    expect(say('closed', 'cancel')).toBe(
      'Deze activiteit is al begonnen. Afmelden hoeft niet meer.',
    )
    expect(say('full', 'restore')).toBe(
      'De plek is nu voor iemand anders. Je kunt wel op de wachtlijst.',
    )
  })
})

describe('the sentence for a field', () => {
  const names = [
    'name',
    'contact',
    'email',
    'phone',
    'noMail',
    'forOther',
    'otherKnows',
    'guests',
    'firstTime',
    'support',
    'diet',
    'dietOther',
    'reminder',
    'consent',
    'consentVersion',
    'ifFull',
    'preferredWay',
    'shortNotice',
    'answer',
    'offerId',
    'formTime',
    'website',
    'something',
  ]
  const fieldCodes = [
    'required',
    'too_short',
    'too_long',
    'email',
    'phone',
    'choice',
    'unknown',
    'invalid',
  ]

  it('exists for every field and code, is a whole sentence and fills everything in', () => {
    for (const name of names) {
      for (const code of fieldCodes) {
        const text = field(name, code)
        expect(text, `${name} ${code}`).toMatch(/[.?]$/)
        expect(text, `${name} ${code}`).not.toMatch(/undefined|null|\{|\}/)
      }
    }
  })

  it.each([
    ['name', 'required', 'Vul een naam in. Je voornaam of een bijnaam is genoeg.'],
    ['name', 'too_long', 'Deze naam is te lang. Gebruik niet meer dan 60 tekens.'],
    [
      'contact',
      'required',
      'Vul een e-mailadres of een telefoonnummer in. Dan kunnen we je bereiken als er iets verandert.',
    ],
    ['email', 'email', 'Dit e-mailadres klopt nog niet. Zo ziet het eruit: naam@voorbeeld.nl.'],
    ['email', 'too_long', 'Dit e-mailadres klopt nog niet. Zo ziet het eruit: naam@voorbeeld.nl.'],
    [
      'phone',
      'phone',
      'Dit telefoonnummer klopt nog niet. Een Nederlands nummer heeft 10 cijfers, bijvoorbeeld 06 12 34 56 78.',
    ],
    ['shortNotice', 'choice', "Maak een keuze bij 'Kun je ook op korte termijn?'."],
    ['preferredWay', 'choice', "Maak een keuze bij 'Hoe laten we het je weten?'."],
    ['otherKnows', 'required', 'Vraag het eerst even. We schrijven niemand in die het niet weet.'],
    [
      'consent',
      'required',
      'Zet een vinkje als je dit goed vindt. Liever niet? Bel ons op 0123 45 67 89 of loop binnen.',
    ],
  ])('%s %s is literally so', (name, code, text) => expect(field(name, code)).toBe(text))

  it('counts how much too long a text is', () => {
    expect(field('support', 'too_long', 12)).toBe(
      'Je tekst is 12 tekens te lang. Kun je hem iets korter maken?',
    )
    expect(field('dietOther', 'too_long', 1)).toBe(
      'Je tekst is 1 teken te lang. Kun je hem iets korter maken?',
    )
  })
})
