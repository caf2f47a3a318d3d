import * as to from '../../../paths'
import { Icon } from '../../../ui/Icon'
import { arrowLeft } from '../../../ui/icons'
import { PageLink } from '../../../ui/PageLink'
import { PrintButton } from '../../../ui/PrintButton'
import type { Print } from './paper'

const forms = [
  [undefined, 'A4'],
  ['a3', 'A3'],
  ['groot', 'Grote letters'],
  ['maand', 'Hele maand'],
] as const

/** What stands above the sheet on the screen: print, another form, the way back. */
export function PrintTools({ print: p }: { print: Print }) {
  return (
    <div className="p-tools no-print">
      {p.flyer ? (
        <PageLink className="back" to={back(p)}>
          <Icon of={arrowLeft} />
          Terug naar de activiteit
        </PageLink>
      ) : (
        <PageLink className="back" to={to.agenda({ week: p.week.value })}>
          <Icon of={arrowLeft} />
          Terug naar het programma
        </PageLink>
      )}
      <p className="row">
        <PrintButton />
      </p>
      <noscript>
        <p>Kies 'Afdrukken' in het menu van je browser.</p>
      </noscript>
      <nav className="row" aria-label="Kies een vorm">
        {p.flyer
          ? [false, true].map(four => (
              <PageLink
                key={String(four)}
                to={to.flyer(p.flyer!.slug, four)}
                aria-current={(p.flyer!.copies === 4) === four ? 'page' : undefined}
              >
                {four ? 'Vier op een blad' : 'Eén flyer'}
              </PageLink>
            ))
          : forms.map(([vorm, words]) => (
              <PageLink
                key={words}
                to={to.printAgenda({ week: p.week.value, vorm })}
                aria-current={(vorm ?? 'a4') === p.form ? 'page' : undefined}
              >
                {words}
              </PageLink>
            ))}
      </nav>
    </div>
  )
}

const back = ({ flyer }: Print) => {
  const next = flyer!.dates[0]
  return next ? to.activity(next.activityId, next.id) : to.agenda()
}
