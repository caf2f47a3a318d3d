import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sayField, sayTrouble, type About } from './problem'

const about: About = { form: 'register', phone: '0123 45 67 89', button: 'Meld mij aan' }
const say = (code: string) => sayTrouble({ code }, about)
const field = (name: string, code: string, over = 0) => sayField({ name, code, over }, about)

/** The codes as the server knows them: a new one without words fails here. */
const go = readFileSync(new URL('../../../internal/problem/problem.go', import.meta.url), 'utf8')
const codes = [...go.matchAll(/^\t\w+ +Code = "(\w+)"/gm)].map(m => m[1]!)
/** Those that only forms with words for them can get. */
const ofSome = ['gone', 'full', 'waitlist_full', 'closed', 'conflict']
const fault = say('internal')

describe('the sentence for a problem', () => {
  it('exists for every code of the server, ends with a full stop and fills everything in', () => {
    expect(codes.length).toBeGreaterThan(20)
    for (const code of [...codes, 'offline', 'lost']) {
      const text = say(code)
      expect(text, code).toMatch(/\.$/)
      expect(text, code).not.toMatch(/undefined|null|\{|\}/)
      if (!['internal', 'unavailable', ...ofSome].includes(code))
        expect(text, `${code} has words of its own`).not.toBe(fault)
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
      'Er ging bij ons iets mis. Je bericht is niet verstuurd. ' +
        'Wat je hebt ingevuld staat er nog. Probeer het opnieuw of bel 0123 45 67 89.',
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
    [
      'precondition_failed',
      "Je aanmelding is intussen veranderd. Kijk alles nog even na en druk nog een keer op 'Meld mij aan'.",
    ],
  ])('%s is literally so', (code, text) => expect(say(code)).toBe(text))
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
    'laat_dit_leeg',
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
    expect(field('support', 'too_long', 1)).toBe(
      'Je tekst is 1 teken te lang. Kun je hem iets korter maken?',
    )
  })
})
