import './privacy.css'
import { fullDay } from '../../api/moment'
import { MyChoices } from '../../layout/MyChoices'
import type { Extra, Head, PageProps } from '../../page'
import type { PageData } from '../../pages'
import * as to from '../../paths'
import { InShort } from '../../ui/InShort'
import { PageIndex } from '../../ui/PageIndex'
import { PageLink } from '../../ui/PageLink'
import { ReadingAids } from '../../ui/ReadingAids'
import { Soft } from '../../ui/Soft'
import { titleWarning } from '../../ui/titleWarning'
import { RichText } from '../../ui/RichText'
import { AskRights } from './AskRights'
import { TakeBack } from './TakeBack'

type Data = PageData<'privacy/PrivacyPage'>
type Statement = Data['statement']

/**
 * The privacy statement: what the settings say, in words. The parts with something to do have it
 * below their text.
 */
export default function PrivacyPage({
  data: { statement: s },
  form,
  ticket,
  answer,
  flash,
}: PageProps<Data>) {
  return (
    <div className="wrap page">
      <article className="reading stack-l">
        <div className="stack">
          <h1>
            <Soft>{s.title}</Soft>
          </h1>
          {s.old && (
            <p className="alert">
              Dit is een oude versie, van {fullDay(s.since)}.{' '}
              <PageLink to={to.privacy()}>Naar de nieuwste versie</PageLink>
            </p>
          )}
          <p className="lead">
            Dat je ons bezoekt, zegt soms iets over je gezondheid. Daarom gaan we er extra
            zorgvuldig mee om.
          </p>
          <PageIndex of={s.blocks} />
        </div>
        <ReadingAids />
        <InShort text={s.short} />
        {s.blocks.map(b => (
          <section
            key={b.id}
            id={b.id}
            className="prose"
            aria-labelledby={b.heading && `${b.id}-kop`}
          >
            {b.heading && <h2 id={`${b.id}-kop`}>{b.heading}</h2>}
            <RichText doc={b.body} />
            {b.id === 'formulieren' && <Kept rows={s.kept} />}
            {b.id === 'mijn-keuzes' && <MyChoices />}
            {b.id === 'verzoek' && !s.old && (
              <>
                <AskRights form={form} ticket={ticket} flash={flash} />
                <TakeBack form={form} ticket={ticket} answer={answer} />
              </>
            )}
          </section>
        ))}
        <Versions of={s} />
      </article>
    </div>
  )
}

PrivacyPage.head = ({ statement }: Data, _: Record<string, string>, { form }: Extra): Head => ({
  title: `${form ? titleWarning : ''}Privacybeleid – Herstelruimte`,
  description: 'Wat we van je bewaren, waarom, hoe lang, en hoe je het ziet of wist.',
  canonical: to.privacy(),
  ...(statement.old && { robots: 'noindex' }),
})

const columns = [
  ['why', 'Waarom?'],
  ['basis', 'Waarom mag dat?'],
  ['term', 'Hoe lang?'],
  ['who', 'Wie ziet het?'],
] as const

/** One card for each kind of data. */
const Kept = ({ rows }: { rows: Statement['kept'] }) => (
  <ul className="kept">
    {rows.map(row => (
      <li key={row.what}>
        <h3>{row.what}</h3>
        {row.about && <p>{row.about}</p>}
        <dl>
          {columns.map(([key, words]) => (
            <div key={key}>
              <dt>{words}</dt>
              <dd>{row[key]}</dd>
            </div>
          ))}
        </dl>
      </li>
    ))}
  </ul>
)

const Versions = ({ of: s }: { of: Statement }) => (
  <section id="versies" className="prose" aria-labelledby="versies-kop">
    <h2 id="versies-kop">Welke versie is dit?</h2>
    <p>
      Dit is versie {s.version}. Deze tekst geldt vanaf {fullDay(s.since)}. Verandert er iets? Dan
      staat hier een nieuwe versie met datum.
    </p>
    {s.versions.length > 1 && (
      <>
        <h3>Vorige versies</h3>
        <ul>
          {s.versions
            .filter(v => v.version !== s.version)
            .map(v => (
              <li key={v.version}>
                <PageLink to={to.privacyVersion(v.version)}>
                  Versie {v.version}, vanaf {fullDay(v.since)}
                </PageLink>
              </li>
            ))}
        </ul>
      </>
    )}
  </section>
)
