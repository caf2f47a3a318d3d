/** A short address of a title: "Koffie & thee: proeven!" becomes koffie-thee-proeven. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  let out = ''
  for (const word of words) {
    const next = out ? `${out}-${word}` : word
    if (next.length > 36) break
    out = next
  }
  const short = out || (words[0] ?? '').slice(0, 36)
  return short.length < 2 ? '' : short
}
