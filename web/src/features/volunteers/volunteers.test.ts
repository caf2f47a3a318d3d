import { describe, expect, it } from 'vitest'
import { application, checkApplication, said, times, type OpenRole } from './body'

const stamp = { idempotencyKey: 'k', formTime: 't', trap: '' }
const good = {
  name: 'Sam',
  phone: '0612345678',
  roles: 'rol_1',
  morning: 'often',
  afternoon: 'never',
  availability: ['never-1', 'never-4'],
}
const open: OpenRole[] = [{ id: 'rol_1', title: 'Koken', text: '', vog: false }]

describe('an application', () => {
  it('sends one tick as a list too, and no keep that was not asked for', () => {
    expect(JSON.parse(JSON.stringify(application(good, stamp)))).toEqual({
      name: 'Sam',
      phone: '0612345678',
      roles: ['rol_1'],
      morning: 'often',
      afternoon: 'never',
      availability: ['never-1', 'never-4'],
      formTime: 't',
    })
    expect(application({ ...good, keep: 'true' }, stamp).keep).toBe(true)
  })

  it.each([
    [good, []],
    [{}, ['name required', 'contact required', 'roles choice', 'availability choice']],
    [{ ...good, morning: 'never', availability: 'talk' }, []],
    [{ ...good, morning: 'never', evening: 'sometimes' }, []],
    [{ ...good, morning: 'never' }, ['availability choice']],
    [{ ...good, about: 'x'.repeat(1001) }, ['about too_long']],
  ])('%j has the faults %j', (v, want) =>
    expect(checkApplication(v).map(f => `${f.name} ${f.code}`)).toEqual(want),
  )

  it('is repeated in words', () => {
    expect(said({ ...good, roles: ['rol_1', 'unknown'] }, open)).toEqual([
      ['Naam', 'Sam'],
      ['Telefoon', '06\u00a012\u00a034\u00a056\u00a078'],
      ['Wat lijkt je leuk?', 'Koken, Weet ik nog niet'],
      ['Wanneer kun je?', 'Ochtend vaak\nNooit op maandag, donderdag'],
      ['Een jaar bewaren?', 'Nee'],
    ])
    expect(times(['talk'])).toBe('Dat wissel ik liever af')
  })
})
