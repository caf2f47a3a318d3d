import { Suspense, use } from 'react'
import { useStore } from '../page'
import * as to from '../paths'
import { PageLink } from '../ui/PageLink'
import { useNotice, type Notice } from './consent'

/** The banner and the strip: their code comes when one of them has something to say. */
export function NoticeOf({ notice }: { notice: Notice }) {
  return (
    useNotice(notice) && (
      <Suspense fallback={null}>
        <Code notice={notice} />
      </Suspense>
    )
  )
}

function Code({ notice }: { notice: Notice }) {
  const code = use(useStore().part('notices'))
  if (!code) return null
  return notice === 'banner' ? <code.Banner /> : <code.Strip />
}

/** The strip for who runs no scripts: the words, without a button. */
export const PlainStrip = () => (
  <noscript>
    <aside className="notice" aria-label="Wat deze site onthoudt">
      <div className="wrap">
        <StripWords />
      </div>
    </aside>
  </noscript>
)

export const StripWords = () => (
  <p>
    Deze site onthoudt op dit apparaat alleen wat nodig is, zoals je leesinstelling.{' '}
    <PageLink to={to.privacy('mijn-keuzes')}>Zie wat het onthoudt</PageLink>
  </p>
)
