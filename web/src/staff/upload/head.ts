import { MiB } from './chunks'

/**
 * SHA-256 of the first MiB, in hexadecimal: with name, size and last change it tells that this is
 * the same file again.
 */
export async function headHash(file: Blob): Promise<string> {
  const sum = await crypto.subtle.digest('SHA-256', await file.slice(0, MiB).arrayBuffer())
  return [...new Uint8Array(sum)].map(b => b.toString(16).padStart(2, '0')).join('')
}
