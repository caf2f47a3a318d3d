import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Gone, Photo, type Media } from './Photo'
import { RichText } from './RichText'

const garden: Media = {
  width: 1600,
  height: 1200,
  widths: [320, 640, 960, 1280, 1600],
  avif: [320, 640, 960, 1280],
  focalX: 0,
  focalY: 72,
}
const media = {
  fil_1: garden,
  fil_2: { ...garden, width: 400, height: 300, widths: [320], avif: [] },
}
const html = renderToStaticMarkup

it('offers both kinds in every width, with its room on the page', () => {
  const page = html(<Photo of={{ fileId: 'fil_1', alt: 'De tuin' }} media={media} />)
  expect(page).toContain(
    '<source type="image/avif" srcSet="/media/fil_1/320.avif 320w, /media/fil_1/640.avif 640w, ' +
      '/media/fil_1/960.avif 960w, /media/fil_1/1280.avif 1280w" sizes="(min-width: 48em) 720px, 100vw"/>',
  )
  expect(page).toContain('width="1600" height="1200" loading="lazy"')
  expect(page).toContain('1280.jpg 1280w, /media/fil_1/1600.jpg 1600w" src="/media/fil_1/960.jpg"')
  expect(page).toContain('alt="De tuin"')
  expect(page).not.toContain('style=')
})

it('of a small picture has no other kind', () => {
  const page = html(<Photo of={{ fileId: 'fil_2', alt: 'De tuin' }} media={media} />)
  expect(page).not.toContain('<source')
  expect(page).toContain('src="/media/fil_2/320.jpg"')
})

it('says nothing of decoration, and shows a caption', () => {
  expect(
    html(
      <Photo
        of={{ fileId: 'fil_1', alt: 'x', decorative: true, caption: 'De tuin in mei' }}
        media={media}
      />,
    ),
  ).toMatch(/alt="".*<figcaption>De tuin in mei<\/figcaption>/)
})

it('keeps what matters in view when it is cut, by classes', () => {
  expect(html(<Photo cut of={{ fileId: 'fil_1' }} media={media} />)).toContain(
    'class="photo photo-cut fx-0 fy-7"',
  )
  expect(html(<Photo of={{ fileId: 'fil_1' }} media={media} />)).toContain('class="photo"')
})

it('that may not be shown is nothing to visitors, and a word to staff', () => {
  const gone = <Photo of={{ fileId: 'fil_9', alt: 'Weg' }} media={media} />
  expect(html(gone)).toBe('')
  expect(html(<Photo of={{ fileId: 'fil_1' }} media={undefined} />)).toBe('')
  expect(html(<Gone value={<p>Foto is verwijderd</p>}>{gone}</Gone>)).toBe(
    '<p>Foto is verwijderd</p>',
  )
})

it('the first in a text comes at once, unless one stands above it', () => {
  const image = (fileId: string) => ({ type: 'image', attrs: { fileId, alt: 'x' } })
  const doc = {
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'Kijk:' }] },
      image('fil_1'),
      image('fil_2'),
    ],
  }
  const lazy = (page: string) => page.match(/<img[^>]*>/g)!.map(i => i.includes('loading="lazy"'))
  expect(lazy(html(<RichText doc={doc} media={media} />))).toEqual([false, true])
  expect(lazy(html(<RichText doc={doc} media={media} below />))).toEqual([true, true])
})
