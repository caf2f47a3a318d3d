import '../../ui/quote.css'
import { capital, month as named } from '../../api/moment'
import type { Impact } from './words'

/** "Onze eerste cijfers komen in januari 2027." */
export const NothingYet = ({ month }: { month: string | undefined }) => (
  <p>Onze eerste cijfers komen {month ? `in ${named(month)}` : 'nog'}.</p>
)

/** What visitors said themselves, with their consent. */
export const Quotes = ({ quotes }: { quotes: Impact['quotes'] }) =>
  quotes.length > 0 && (
    <section className="grid split-even" aria-label="Wat bezoekers vertellen">
      {quotes.slice(0, 2).map(q => (
        <blockquote key={q.text} className="quote">
          <p>“{q.text}”</p>
          <footer>{capital(q.by)}</footer>
        </blockquote>
      ))}
    </section>
  )
