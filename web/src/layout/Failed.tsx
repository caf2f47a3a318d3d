import { useLocation } from '../router'
import type { Head } from '../page'
import type { Page } from '../pages'
import { Phone } from './Phone'
import { useLayout } from './site'
import { TroubleDrawing } from './TroubleDrawing'

/** Title of a page that cannot be shown; a page with "Snel weg" keeps its neutral one. */
export function lostHead(page: Page | undefined, status: number): Head {
  const title =
    status === 410 ? 'Gaat niet door' : status === 404 ? 'Niet gevonden' : 'Er ging iets mis'
  return { title: page?.quiet ?? `${title} – Herstelruimte`, robots: 'noindex', neutral: true }
}

/**
 * The page or its data could not be fetched, or the server could not read. A link, so that it works
 * without JavaScript too.
 */
export function Failed({ retry }: { retry(): void }) {
  const { pathname, search } = useLocation()
  const { phone } = useLayout()
  return (
    <div className="wrap page apart">
      <div className="stack-l">
        <h1>Er ging iets mis</h1>
        <p className="lead">
          Deze pagina kon niet laden.{' '}
          <a
            href={pathname + search}
            onClick={e => {
              e.preventDefault()
              retry()
            }}
          >
            Probeer opnieuw
          </a>
          .
        </p>
        {phone && (
          <p>
            <Phone before="Bellen kan ook: " after="." />
          </p>
        )}
      </div>
      <TroubleDrawing />
    </div>
  )
}
