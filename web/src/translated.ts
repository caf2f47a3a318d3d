// The translation of a browser puts a <font> in the place of each text. React knows nothing of it:
// it crashes on a neighbour that is gone, and writes its next words into a text that nobody sees.
// So whatever is about to touch such a text first puts it back in its place; the translator, who
// watches the page, then takes it anew.
const standIns = new Map<Node, ChildNode>()

const watcher = new MutationObserver(records => {
  note(records)
  if (standIns.size) dispatchEvent(new Event('translated'))
})

function note(records: MutationRecord[]) {
  for (const { removedNodes, addedNodes, previousSibling } of records)
    for (const gone of removedNodes) {
      const instead = addedNodes[0] ?? previousSibling
      if (gone.nodeType === Node.TEXT_NODE && instead?.nodeName === 'FONT')
        standIns.set(gone, instead as ChildNode)
    }
}

function putBack(node: Node) {
  const standIn = standIns.get(node)
  if (!standIn) return
  standIns.delete(node)
  if (standIn.isConnected && !node.isConnected) standIn.replaceWith(node)
}

/** What a translator did until now; afterwards `putBack` knows it too. */
const look = () => note(watcher.takeRecords())

/** From here on; the first script of a page calls it, before React is there. */
export function bearTranslation() {
  watcher.observe(document, { childList: true, subtree: true })
  const { insertBefore, removeChild } = Node.prototype
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!
  const before = <T extends Node>(parent: Node, node: T, next: Node | null): T => {
    look()
    putBack(node)
    if (next) putBack(next)
    // a translator may also have wrapped what stands next: then before all of that
    while (next && next.parentNode !== parent) next = next.parentNode
    return insertBefore.call(parent, node, next) as T
  }
  Node.prototype.insertBefore = function (node, next) {
    return before(this, node, next)
  }
  Node.prototype.appendChild = function (node) {
    return before(this, node, null)
  }
  Node.prototype.removeChild = function (node) {
    look()
    putBack(node)
    if (node.parentNode === this) removeChild.call(this, node)
    else (node as Node as ChildNode).remove()
    return node
  }
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, words: string) {
      look()
      putBack(this)
      value.set!.call(this, words)
    },
  })
  // React asks so before it compares the page of the server with its own, text by text
  addEventListener('untranslate', () => {
    look()
    for (const text of [...standIns.keys()]) putBack(text)
  })
}
