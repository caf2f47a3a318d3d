import { describe, expect, it } from 'vitest'
import { asText, photosIn } from './Value'

const photo = { fileId: 'fil_1', alt: 'De tuin', caption: 'In mei' }
const body = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Buiten' }] },
    { type: 'image', attrs: { fileId: 'fil_2', alt: '', decorative: true } },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Kom ' },
        { type: 'text', text: 'kijken.' },
      ],
    },
  ],
}

describe('a value of a version', () => {
  it('says what a photo shows, never its id', () => {
    expect(asText(photo)).toBe('[foto: De tuin]\nIn mei')
    expect(asText(body)).toBe('Buiten\n[foto: versiering]\nKom kijken.')
  })
  it('knows the photos in it', () => {
    expect(photosIn(photo)).toEqual(['fil_1'])
    expect(
      photosIn([
        { id: 'a', body },
        { id: 'b', body },
      ]),
    ).toEqual(['fil_2'])
    for (const none of [undefined, null, '', 7, true, [], {}]) expect(photosIn(none)).toEqual([])
  })
})
