// The text of a part of the page as a voice reads it: what is shown, in order, a sentence at a
// time.

/**
 * What nobody wants to hear: ways to other places, things to press, and what is for the eye only.
 */
const silent =
  'nav, aside, form, button, svg, script, style, template, noscript, [hidden], ' +
  '[aria-hidden="true"], [role="status"], .btn, .back, .more, .no-print'
const blocks =
  /^(?:ADDRESS|ARTICLE|BLOCKQUOTE|BR|DD|DETAILS|DIV|DL|DT|FIGCAPTION|FOOTER|H[1-6]|HEADER|HR|LI|OL|P|SECTION|SUMMARY|TABLE|TD|TH|TR|UL)$/

/** Chrome falls silent in long utterances: no sentence is longer than this. */
const longest = 200

export function sentencesOf(root: Element): string[] {
  const texts: string[] = []
  let text = ''
  const end = () => {
    const words = text
      .replace(/\u00ad/g, '')
      .replace(/\s+/g, ' ')
      .trim()
    if (words) texts.push(words)
    text = ''
  }
  const walk = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) text += node.nodeValue ?? ''
    if (!(node instanceof HTMLElement) || node.matches(silent)) return
    const apart = blocks.test(node.tagName)
    if (apart) end()
    for (const child of shownIn(node)) walk(child)
    if (apart) end()
  }
  for (const child of shownIn(root)) walk(child)
  end()
  return texts.flatMap(split)
}

/** Of a closed `details` only the summary is shown. */
const shownIn = (el: Element): Iterable<Node> =>
  el instanceof HTMLDetailsElement && !el.open
    ? el.querySelectorAll(':scope > summary')
    : el.childNodes

/**
 * After a full stop with a space; one that is too long at a comma or a space. A time (13.00 uur) is
 * no end.
 */
function split(text: string): string[] {
  const sentences = text.match(/.+?(?:[.!?…]+['"’”)]*(?=\s)|$)/g) ?? []
  return sentences.flatMap(s => pieces(s.trim()))
}

function pieces(sentence: string): string[] {
  if (sentence.length <= longest) return sentence ? [sentence] : []
  const room = sentence.slice(0, longest)
  const comma = room.lastIndexOf(', ') + 1
  const cut = comma || Math.max(room.lastIndexOf(' '), 0) || longest
  return [sentence.slice(0, cut).trim(), ...pieces(sentence.slice(cut).trim())]
}
