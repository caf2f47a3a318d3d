import { expect, test } from 'vitest'
import { bareSite } from './site'
import { organizationJson } from './organization'

test('search engines read where the house is on the web, its number and its address', () => {
  const site = { ...bareSite, phone: '0123 45 67 89', address: ['Voorstraat 1', '1234 AB Dorp'] }
  expect(organizationJson(site)).toMatchObject({
    '@type': 'Organization',
    url: '/',
    telephone: '0123 45 67 89',
    address: 'Voorstraat 1, 1234 AB Dorp',
  })
})
