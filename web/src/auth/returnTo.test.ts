import { describe, expect, it } from 'vitest'
import { safeReturn, startPage } from './returnTo'

describe('after signing in a person goes', () => {
  it.each([
    '/',
    '/beheer',
    '/beheer/',
    '/beheer/week?dag=3#maandag',
    '/editactivity/new',
    '/addStory',
    '/editstory/sty_1',
    '/addnewsitem',
    '/editnews/nws_1',
    '/registrationdetails/occ_1',
    '/registrationdetails/reg_1',
    '/waitlist/occ_1',
    '/agenda?week=2025-W47&zoek=zo%2Fiets',
    '/agendadetails/act_1/occ_1',
  ])('to %s, as asked', path => {
    expect(safeReturn(path)).toBe(path)
  })

  it('to the path as the browser reads it', () => {
    expect(safeReturn('/agenda/../beheer/./week')).toBe('/beheer/week')
  })

  it.each([
    undefined,
    null,
    7,
    '',
    'beheer',
    '//evil.nl',
    '///evil.nl',
    '/\\evil.nl',
    '\\\\evil.nl',
    '/beheer\\..\\..',
    'https://evil.nl/beheer',
    'javascript:alert(1)',
    '/\t/evil.nl',
    '/beheer\n',
    ' /beheer',
    '/%2Fevil.nl',
    '/%2f%2fevil.nl',
    '/beheer/%2F..%2Fevil',
    '/%5Cevil.nl',
    '/%5c%5cevil.nl',
    '/beheer/%255cevil',
    '/beheer/%5C..%5Cevil',
    '/beheer//evil.nl',
    '/.//evil.nl',
    '/agenda/..//evil.nl',
    '/beheer/../login',
    '/beheer/%2e%2e/login',
    '/%2e%2e//evil.nl',
    '/.%2e/auth-callback',
    '/beheerx',
    '/BEHEER',
    '/login',
    '/login?terug=/login',
    '/auth-callback?code=1',
    '/auth-popup',
    '/auth-silent',
    '/api/session',
    '/registrationdetails/aan_geheim',
    '/registrationdetails/mij_geheim',
    '/waitlist/wl_geheim',
    '/registrationdetails/occ_1/../aan_geheim',
    '/onbekend',
    '/beheer/\u0000',
    '/beheer/\u2028',
  ])('to the start instead of %j', path => {
    expect(safeReturn(path)).toBe(startPage)
  })
})
