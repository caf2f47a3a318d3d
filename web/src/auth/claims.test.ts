import { expect, it } from 'vitest'
import { claimsOf } from './claims'

const token = (payload: string) => `e30.${Buffer.from(payload).toString('base64url')}.s`

it('reads the claims of a token, whatever letters a name has', () => {
  expect(claimsOf(token('{"name":"Zoë Ünal 🌷?>","nonce":"n"}'))).toEqual({
    name: 'Zoë Ünal 🌷?>',
    nonce: 'n',
  })
})

it.each(['', 'x', 'a.b.c', token('no json'), token('null'), token('7')])(
  'finds none in %j',
  text => {
    expect(claimsOf(text)).toEqual({})
  },
)
