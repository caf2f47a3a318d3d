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

/** A pdf of so many MiB on the disk, and what it sums up to. */
export async function pdf(
  path: string,
  MiB: number,
): Promise<{ path: string; size: number; sum: string }> {
  const bytes = Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    randomBytes(MiB * 1024 * 1024 - 16),
    Buffer.from('\n%%EOF\n'),
  ])
  await writeFile(path, bytes)
  return { path, size: bytes.length, sum: sumOf(bytes) }
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
