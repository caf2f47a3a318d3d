import { describe, expect, it } from 'vitest'
import { idToken, tokens } from '../../test/fakeBrowser'
import { isUser, readUser } from './user'

const at = 1_800_000_000_000
const read = (claims: Record<string, unknown>) => readUser(tokens(claims), false, at)

describe('a user', () => {
  it('is read from the token, with moments by the own clock', () => {
    const user = read({ sub: 'u', name: 'Zoë', iat: 5, exp: 905, auth_time: 4 })
    expect(user).toMatchObject({
      uid: 'u',
      name: 'Zoë',
      iat: 5,
      authTime: 4,
      receivedAt: at,
      expiresAt: at + 900_000,
      refreshToken: 'r0',
      shared: false,
    })
  })

  it('has the six roles only, each once', () => {
    expect(read({ roles: ['beheerder', 'admin', 'gastheer', 'gastheer', 7] }).roles).toEqual([
      'gastheer',
      'beheerder',
    ])
    expect(read({ roles: 'beheerder' }).roles).toEqual([])
    expect(read({ roles: undefined }).roles).toEqual([])
  })

  it.each(['exp', 'iat', 'auth_time', 'sub'])('does not exist without %s', claim => {
    for (const wrong of [undefined, null, {}, claim === 'sub' ? '' : 'soon']) {
      expect(() => read({ [claim]: wrong })).toThrow('auth/internal-error')
    }
  })

  it.each(['', 'x', 'a.b.c', `a.${Buffer.from('null').toString('base64url')}.c`])(
    'does not come from the text %j',
    text => {
      expect(() => readUser({ ...tokens(), idToken: text }, false, at)).toThrow(
        'auth/internal-error',
      )
    },
  )

  it('is not called by an e-mail address', () => {
    expect(
      read({ name: undefined, given_name: 'Bo', preferred_username: 'bo@voorbeeld.nl' }).name,
    ).toBe('Bo')
    expect(
      read({ name: undefined, preferred_username: 'bo@voorbeeld.nl', email: 'bo@voorbeeld.nl' })
        .name,
    ).toBe('')
  })

  it('expires with the token when the answer does not say when', () => {
    expect(
      readUser(
        { idToken: idToken({ iat: 100, exp: 400 }), accessToken: 'a', expiresIn: NaN },
        true,
        at,
      ),
    ).toMatchObject({ expiresAt: at + 300_000, shared: true })
  })
})

it('what lies in a store is a user or it is not', () => {
  expect(isUser(JSON.parse(JSON.stringify(read({}))))).toBe(true)
  for (const other of [
    undefined,
    null,
    'x',
    {},
    { ...read({}), uid: 3 },
    { ...read({}), expiresAt: null },
  ])
    expect(isUser(other)).toBe(false)
})
