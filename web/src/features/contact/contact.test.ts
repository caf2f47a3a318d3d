import { describe, expect, it } from 'vitest'
import { checkMessage, message, said } from './body'
import { labelOf, subjectOf } from './subjects'

const stamp = { idempotencyKey: 'k', formTime: 't', trap: '' }
const good = { subject: 'press', phone: '0612345678', message: 'Mag ik langskomen?' }

it.each([
  ['activiteit', 'activity'],
  ['eerste-bezoek', 'firstVisit'],
  ['verhaal', 'story'],
  ['samenwerken', 'cooperation'],
  ['pers', 'press'],
  ['anders', 'other'],
  [null, ''],
  ['', ''],
  ['story', ''],
  ['<b>', ''],
])('?onderwerp=%s chooses %j', (word, code) => expect(subjectOf(word)).toBe(code))

describe('a message', () => {
  it('leaves out what was not answered', () => {
    expect(JSON.parse(JSON.stringify(message(good, stamp)))).toEqual({ ...good, formTime: 't' })
    expect(message(good, { ...stamp, trap: 'robot' })).toMatchObject({ laat_dit_leeg: 'robot' })
  })

  it.each([
    [good, []],
    [{}, ['subject choice', 'contact required', 'message too_short']],
    [{ ...good, message: ' vier ' }, ['message too_short']],
    [{ ...good, message: '🌱'.repeat(2001) }, ['message too_long']],
    [{ ...good, name: 'x'.repeat(61) }, ['name too_long']],
    [{ ...good, contactBy: ['email', 'phone'] }, ['email email']],
    [{ ...good, email: 'a@b' }, ['email email']],
  ])('%j has the faults %j', (v, want) =>
    expect(checkMessage(v).map(f => `${f.name} ${f.code}`)).toEqual(want),
  )

  it('is repeated in words, without what was left empty', () => {
    expect(said(good)).toEqual([
      ['Waar gaat het over?', 'Pers'],
      ['Telefoon', '06\u00a012\u00a034\u00a056\u00a078'],
      ['Je bericht', 'Mag ik langskomen?'],
    ])
    expect(labelOf('')).toBe('')
  })
})
