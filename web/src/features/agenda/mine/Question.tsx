import type { ReactNode } from 'react'
import { Phone } from '../../../layout/Phone'
import { PageLink } from '../../../ui/PageLink'

/** A question page behind a button: nothing happens before the second press. */
export function Question({
  title,
  back,
  children,
}: {
  title: ReactNode
  back: string
  children: ReactNode
}) {
  return (
    <div className="stack own">
      <h1>{title}</h1>
      {children}
      <p>
        <PageLink className="btn btn-2" to={back}>
          Nee, terug
        </PageLink>
      </p>
      <p>
        <Phone before="Liever bellen? " after="." />
      </p>
    </div>
  )
}
