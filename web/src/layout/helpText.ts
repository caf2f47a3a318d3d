/** A piece of a sentence: plain, a number to ring, or a website. */
export interface Piece {
  text: string
  tel?: true
  url?: string
}

// 0800-0113, 088 0767 000, 0123 45 67 89, 112; not the 113 of 113.nl.
const number = /(0\d{2,3}[- ]?\d[\d ]*\d|\b1\d\d\b(?!\.\w))/

/**
 * Cuts a line of help at its numbers and its website. A website that the sentence does not name
 * comes after it.
 */
export function pieces(text: string, url?: string): Piece[] {
  if (!url) return numbers(text)
  const host = url.replace(/^https:\/\/(www\.)?/, '').replace(/[/?#].*/, '')
  const at = text.indexOf(host)
  if (at < 0) return [...numbers(text), { text: ' ' }, { text: host, url }]
  return [
    ...numbers(text.slice(0, at)),
    { text: host, url },
    ...numbers(text.slice(at + host.length)),
  ]
}

const numbers = (text: string): Piece[] =>
  text
    .split(number)
    .flatMap((part, i) =>
      part ? [i % 2 ? { text: part, tel: true as const } : { text: part }] : [],
    )
