// Files as staff have them on a phone, and some that they should not have.
import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { crc32, deflateSync } from 'node:zlib'

export interface Given { name: string; mimeType: string; buffer: Buffer }

/** A real picture. With `claims` its header says another size than it has. */
export function png(width: number, height: number, claims = { width, height }): Buffer {
  const line = Buffer.concat([Buffer.from([0]), Buffer.from(Array.from({ length: width * 3 }, (_, i) => (i * 7) % 256))])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(claims.width, 0)
  head.writeUInt32BE(claims.height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), piece('IHDR', head), piece('IDAT', pixels), piece('IEND', Buffer.alloc(0))])
}

function piece(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body) >>> 0)
  return Buffer.concat([length, body, sum])
}

export const photo = (name = 'tuin.png'): Given => ({ name, mimeType: 'image/png', buffer: png(800, 600) })

/** A pdf of so many MiB on the disk, and what it sums up to. */
export async function pdf(path: string, MiB: number): Promise<{ path: string; size: number; sum: string }> {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(MiB * 1024 * 1024 - 16), Buffer.from('\n%%EOF\n')])
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
