import './print.css'
import { capital, range } from '../../../api/moment'
import type { Head, PageProps } from '../../../page'
import type { PageData } from '../../../pages'
import { Flyers } from './Flyers'
import { monthName, type Print } from './paper'
import { PrintTools } from './PrintTools'
import { Sheet } from './Sheet'

type Data = PageData<'agenda/paper/PrintPage'>

/**
 * The programme for a printer: a week, a month, or one activity. On the screen it is a page like
 * any other, on paper only the sheet is left.
 */
export default function PrintPage({ data: { print } }: PageProps<Data>) {
  return (
    <div className={`paper paper-${print.form}`}>
      <PrintTools print={print} />
      {print.flyer ? (
        <Flyers print={print} flyer={print.flyer} />
      ) : (
        <Sheet print={print} title={title(print)} />
      )}
    </div>
  )
}

function title(p: Print) {
  if (p.form === 'maand') return `Programma ${monthName(p.from)}`
  const [from, to] = range(p.from, p.to)
  return `Programma ${from} tot en met ${to}`
}

PrintPage.head = ({ print }: Data): Head => ({
  title: `${capital(print.flyer ? print.flyer.title : title(print))} – Herstelruimte`,
  description: 'Het programma van Herstelruimte, om te printen.',
  robots: 'noindex',
  neutral: true,
})
