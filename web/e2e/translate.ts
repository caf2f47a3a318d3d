// Does to the text of a page what the page translation of Chrome and Edge does: each text node is
// replaced by <font><font>…, also those that come later.
export function translate() {
  const skip = /^(SCRIPT|STYLE|NOSCRIPT|TEXTAREA|FONT|TITLE)$/
  const one = (text: Node) => {
    const parent = text.parentElement
    if (!text.nodeValue?.trim() || !parent || skip.test(parent.nodeName)) return
    if (parent.closest('font,[translate=no]')) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    inner.textContent = text.nodeValue
    outer.append(inner)
    parent.replaceChild(outer, text)
  }
  const all = (under: Node) => {
    const texts: Node[] = []
    const walker = document.createTreeWalker(under, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode)
    texts.forEach(one)
  }
  const seen = new MutationObserver(records => {
    seen.disconnect()
    for (const r of records)
      if (r.type === 'characterData') one(r.target)
      else
        for (const added of r.addedNodes)
          added.nodeType === Node.TEXT_NODE ? one(added) : all(added)
    watch()
  })
  const watch = () =>
    seen.observe(document.body, { childList: true, subtree: true, characterData: true })
  all(document.body)
  watch()
}
