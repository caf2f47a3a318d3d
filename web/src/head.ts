import { useEffect } from 'react'
import { useLocation } from './router'
import { useStore, type Head } from './page'

/**
 * The words a page wants in the document's head: read by the server after rendering, applied by the
 * browser.
 */
export function useHead(head: Head) {
  const store = useStore()
  const { key } = useLocation()
  store.head = head
  // Once per address: a page may change its own title afterwards ("Let op: …").
  // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  useEffect(() => applyHead(head, store.origin), [key, head.title])
}

/** The server writes the whole head; after a client navigation only these matter to people. */
function applyHead(head: Head, origin: string) {
  document.title = head.title
  meta('description', head.description ?? '')
  meta('robots', head.robots ?? '')
  canonical(
    head.robots?.includes('noindex') ? undefined : origin + (head.canonical ?? location.pathname),
  )
}

function meta(name: string, content: string) {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[name=${name}]`)
  if (!content) found?.remove()
  else if (found) found.content = content
  else document.head.append(Object.assign(document.createElement('meta'), { name, content }))
}

function canonical(href: string | undefined) {
  const found = document.head.querySelector<HTMLLinkElement>('link[rel=canonical]')
  if (!href) found?.remove()
  else if (found) found.href = href
  else
    document.head.append(Object.assign(document.createElement('link'), { rel: 'canonical', href }))
}
