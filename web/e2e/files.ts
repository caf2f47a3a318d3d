// Files as staff have them on a phone, and some that they should not have.
import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { crc32, deflateSync } from 'node:zlib'

export interface Given {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A real picture. With `claims` its header says another size than it has. */
export function png(width: number, height: number, claims = { width, height }): Buffer {
  const line = Buffer.concat([
    Buffer.from([0]),
    Buffer.from(Array.from({ length: width * 3 }, (_, i) => (i * 7) % 256)),
  ])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(claims.width, 0)
  head.writeUInt32BE(claims.height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    piece('IHDR', head),
    piece('IDAT', pixels),
    piece('IEND', Buffer.alloc(0)),
  ])
}

function piece(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body) >>> 0)
  return Buffer.concat([length, body, sum])
}

export const photo = (name = 'tuin.png'): Given => ({
  name,
  mimeType: 'image/png',
  buffer: png(800, 600),
})

/** What a camera writes into its picture: its maker, and that it was north of something. */
const camera = Buffer.from(
  'MM\0*\0\0\0\x08' +
    '\0\x02' +
    '\x01\x0f\0\x02\0\0\0\x0c\0\0\0\x38' +
    '\x88\x25\0\x04\0\0\0\x01\0\0\0\x26' +
    '\0\0\0\0' +
    '\0\x01' +
    '\0\x01\0\x02\0\0\0\x02N\0\0\0' +
    '\0\0\0\0' +
    'KerkpleinCam',
  'latin1',
)

/** A real jpeg that says where it was taken, with a web page and an archive behind its end. */
export async function photoWithPlace(page: Page, name = 'plein.jpg'): Promise<Given> {
  const drawn = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(800, 600)
    const pen = canvas.getContext('2d')!
    for (let x = 0; x < 800; x += 40) {
      pen.fillStyle = `hsl(${x / 3} 60% 50%)`
      pen.fillRect(x, 0, 40, 600)
    }
    return [
      ...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer()),
    ]
  })
  const jpeg = Buffer.from(drawn)
  const exif = Buffer.concat([
    Buffer.from([0xff, 0xe1, 0, camera.length + 8]),
    Buffer.from('Exif\0\0', 'latin1'),
    camera,
  ])
  return {
    name,
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([
      jpeg.subarray(0, 2),
      exif,
      jpeg.subarray(2),
      Buffer.from('<html><script>alert(1)</script>PK\x03\x04', 'latin1'),
    ]),
  }
}

interface Flyer {
  path: string
  size: number
  /** Whether a pdf has the picture of this one on its page. */
  isIn(bytes: Buffer): boolean
}

/** A pdf of these objects; the first is the catalog. Entries are more ones of its trailer. */
export function pdfOf(objects: readonly (string | Buffer)[], entries = ''): Buffer {
  let all = Buffer.from('%PDF-1.7\n')
  const rows = objects.map((o, i) => {
    const at = String(all.length).padStart(10, '0')
    all = Buffer.concat([all, Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(o), ended])
    return `${at} 00000 n \n`
  })
  const n = objects.length + 1
  return Buffer.concat([
    all,
    Buffer.from(
      `xref\n0 ${n}\n0000000000 65535 f \n${rows.join('')}trailer\n` +
        `<< /Size ${n} /Root 1 0 R ${entries} >>\nstartxref\n${all.length}\n%%EOF\n`,
    ),
  ])
}

const ended = Buffer.from('\nendobj\n')

/** The catalog, the pages and one empty page. */
export const onePage = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
]

/** A pdf of so many MiB on the disk: a page with a picture on it. */
export async function pdf(path: string, MiB: number): Promise<Flyer> {
  const picture = randomBytes(MiB * 1024 * 1024 - 1000)
  const drawn = '200 0 0 200 0 0 cm /P Do'
  const bytes = pdfOf([
    ...onePage.slice(0, 2),
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 5 0 R' +
      ' /Resources << /XObject << /P 4 0 R >> >> >>',
    Buffer.concat([
      Buffer.from(
        `<< /Type /XObject /Subtype /Image /Width ${picture.length} /Height 1` +
          ` /ColorSpace /DeviceGray /BitsPerComponent 8 /Length ${picture.length} >>\nstream\n`,
      ),
      picture,
      Buffer.from('\nendstream'),
    ]),
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
  ])
  await writeFile(path, bytes)
  return { path, size: bytes.length, isIn: all => all.includes(picture) }
}

export const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const isFocused = (on: Locator) => on.evaluate(e => e === document.activeElement)

/** By the keyboard alone. */
export async function tabTo(page: Page, on: Locator, times = 80) {
  for (let i = 0; i < times && !(await isFocused(on)); i++) await page.keyboard.press('Tab')
  if (!(await isFocused(on))) throw new Error('not reached by Tab: ' + on.toString())
}

/** Gives a file to the field that has the focus, by its key. */
export async function chooseFile(page: Page, file: Given) {
  // the browser may not listen for the choice yet at the first press
  await expect(async () => {
    const chosen = page.waitForEvent('filechooser', { timeout: 2_000 })
    await page.keyboard.press('Enter')
    await (await chosen).setFiles(file)
  }).toPass()
}

/** The page knows of a file that was not sent to its end, and how it goes on. */
export const asksForTheRest = (page: Page, name: string) =>
  expect(
    page.getByText(
      `'${name}' is nog niet helemaal verstuurd. Kies hetzelfde bestand. ` +
        'Dan gaan we verder waar we waren.',
    ),
  ).toBeVisible()
