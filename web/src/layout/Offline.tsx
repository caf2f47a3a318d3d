import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/**
 * The strip that says that there is no connection. The region is always there, so that its words
 * are heard when they
 * come.
 */
export function Offline() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!online && (
        <p className="strip">
          Je hebt nu geen internet. We bewaren wat je hebt ingevuld zolang deze pagina open blijft.
        </p>
      )}
    </div>
  )
}
