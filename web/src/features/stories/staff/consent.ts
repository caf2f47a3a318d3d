// The consent of a teller: kept apart from the story and sealed, read by who
// writes stories.
import { useBusy } from '../../../staff/useBusy'
import { useCallback, useEffect, useRef, useState } from 'react'
import * as limits from '../../../api/limits.gen'
import type { components } from '../../../api/schema.gen'
import type { Auth } from '../../../auth/types'
import { type Fault, type Refusal } from '../../../staff/drafts'
import { apiAt, asked, ifStill } from '../../../staff/api/client'

export const ticks = ['text', 'name', 'photo', 'newsletter', 'print', 'social', 'findable'] as const
export type Tick = keyof Consent['ticks']

export const tickWords: Readonly<Record<Tick, string>> = {
  text: 'Tekst op de site',
  name: 'Naam of pseudoniem',
  photo: 'Foto',
  newsletter: 'Nieuwsbrief',
  print: 'Jaarverslag en drukwerk',
  social: 'Sociale media',
  findable: 'Vindbaar in zoekmachines',
}

export type Form = Required<components['schemas']['StoryConsentForm']>

export type Consent = components['schemas']['StoryConsent']

const none = (): Record<Tick, boolean> => ({
  text: false,
  name: false,
  photo: false,
  newsletter: false,
  print: false,
  social: false,
  findable: false,
})
export const formOf = (c: Consent): Form => ({
  who: c.who ?? '',
  reach: c.reach ?? '',
  ticks: { ...none(), ...c.ticks },
  reviewOn: c.reviewOn ?? '',
})

export type Known = { is: 'loading' } | { is: 'failed' } | { is: 'known'; consent: Consent }

export interface Desk {
  known: Known
  /** What is under way, by its word. */
  busy: string
  /** The last thing that was refused, and its word, until the next goes well. */
  refusal: Refusal | undefined
  refused: string
  again(): void
  keep(form: Form): Promise<boolean>
  code(): Promise<boolean>
  /** The teller read the words of this version of the draft and said yes. */
  approve(version: number): Promise<boolean>
  /** The second editor looked at them. */
  review(version: number): Promise<boolean>
  /** Away now, all of it or these ticks. */
  withdraw(of: readonly Tick[]): Promise<boolean>
}

/** The record of one story; `there`: the story is on the desk, so that it can have one. */
export function useConsent(auth: Auth, story: string, there: boolean): Desk {
  const [known, setKnown] = useState<Known>({ is: 'loading' })
  const [busy, during] = useBusy()
  const [refusal, refuse] = useState<Refusal>()
  const [refused, setRefused] = useState('')
  const turn = useRef(0)
  const at = `/api/stories/${encodeURIComponent(story)}`
  const call = useCallback(
    async (
      path: string,
      method: 'GET' | 'PUT' | 'POST',
      version?: number,
      body?: object,
    ): Promise<Refusal | undefined> => {
      const mine = ++turn.current
      const headers = version === undefined ? {} : ifStill(version)
      const answer = await asked(apiAt<Consent>(auth, method, path, { headers, body }))
      if (answer.is !== 'done') return answer
      if (mine === turn.current) setKnown({ is: 'known', consent: answer.data })
      return undefined
    },
    [auth],
  )
  const again = useCallback(
    () =>
      void call(`${at}/consent`, 'GET').then(r => {
        if (r) setKnown({ is: 'failed' })
      }),
    [call, at],
  )
  useEffect(() => {
    if (there) again()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the newest turn is meant
    return () => void turn.current++
  }, [there, again])
  const run = async (word: string, ...parts: Parameters<typeof call>) => {
    if (busy) return false
    const answer = await during(call(...parts), word)
    setRefused(answer ? word : '')
    refuse(answer)
    return !answer
  }
  const version = known.is === 'known' ? known.consent.version : 0
  return {
    known,
    busy,
    refusal,
    refused,
    again,
    keep: form =>
      run('keep', `${at}/consent`, 'PUT', version, {
        who: form.who,
        reach: form.reach,
        ticks: form.ticks,
        ...(form.reviewOn ? { reviewOn: form.reviewOn } : {}),
      }),
    code: () => run('code', `${at}/consent/code`, 'POST', version),
    approve: draft => run('approve', `${at}/consent/approve`, 'POST', draft),
    review: draft =>
      run('review', `/api/drafts/stories/${encodeURIComponent(story)}/approve`, 'POST', draft),
    withdraw: of =>
      run('withdraw', `${at}/withdraw`, 'POST', undefined, of.length ? { ticks: of } : {}),
  }
}

/** The sentences of a form that was refused, by field. */
export const sayForm = ({ fields }: Refusal): Record<string, string> =>
  Object.fromEntries(fields.map(f => [f.name, sayField(f)]))

function sayField({ name, code }: Fault): string {
  switch (name) {
    case 'who':
      return code === 'required'
        ? 'Schrijf op wie het verhaal vertelt.'
        : `Maak dit korter: hooguit ${limits.StoryConsentForm.who.maxLength} tekens.`
    case 'reach':
      return code === 'required'
        ? 'Schrijf op hoe we de verteller bereiken.'
        : `Maak dit korter: hooguit ${limits.StoryConsentForm.reach.maxLength} tekens.`
    case 'ticks.text':
      return 'Zonder toestemming voor de tekst op de site kan het verhaal er niet komen.'
    case 'reviewOn':
      return 'Kies een dag.'
    default:
      return 'Kijk dit nog even na.'
  }
}

/** What is still needed before a story can be published, from the answer of the desk. */
const needs: Readonly<Record<string, string>> = {
  consent: 'Leg eerst de toestemming van de verteller vast.',
  photo: 'De verteller gaf geen toestemming voor een foto. Haal de foto weg, of vraag het.',
  approval: 'Publiceren kan pas als de verteller de laatste versie heeft goedgekeurd.',
  reviewer: 'Publiceren kan pas als een tweede redacteur heeft gekeken.',
  typoOnly: 'Er is meer veranderd dan een tikfout. Laat de verteller de laatste versie goedkeuren.',
}
export const sayNeeds = (fields: readonly Fault[]): string[] =>
  fields.flatMap(f => needs[f.name] ?? [])

/** A refusal of the record that is not about a field. */
export function sayRefused({ code, status, fields }: Refusal): string {
  if (fields.some(f => f.name === 'reviewer'))
    return 'Je schreef zelf aan dit verhaal. Vraag een andere redacteur om te kijken.'
  if (fields.some(f => f.name === 'consent')) return needs['consent']!
  switch (code) {
    case 'precondition_failed':
      return 'Iemand heeft dit intussen veranderd. Laad de pagina opnieuw en kijk wat er veranderd is.'
    case 'gone':
      return 'Dit verhaal is intussen ingetrokken. Laad de pagina opnieuw.'
    case 'forbidden':
      return 'Hier heb je geen rechten voor. Vraag het aan de coördinator.'
    case 'offline':
      return 'Je hebt nu geen internet. Probeer het straks opnieuw.'
    case 'invalid':
      return 'Kijk nog even naar de velden hieronder.'
    default:
      return status >= 500
        ? 'Er ging bij ons iets mis. Probeer het opnieuw.'
        : 'Dit lukt nu niet. Laad de pagina opnieuw en probeer het nog een keer.'
  }
}
