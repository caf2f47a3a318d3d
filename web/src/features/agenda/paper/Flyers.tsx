import { day, span } from '../../../api/moment'
import { Logo } from '../../../layout/Logo'
import { useLayout } from '../../../layout/site'
import { audienceWords, costHelp, costWords } from '../../../programme/aboutWords'
import type { Line } from '../../../programme/words'
import { asOfWords, type Print } from './paper'

type Flyer = NonNullable<Print['flyer']>

/** One flyer, or four of the same on a sheet to cut. A screen reader reads it once. */
export const Flyers = ({ print, flyer }: { print: Print; flyer: Flyer }) => (
  <div className={flyer.copies === 4 ? 'p-four' : 'p-one'}>
    {Array.from({ length: flyer.copies }, (_, i) =>
      i === 0 ? (
        <OneFlyer key={i} print={print} flyer={flyer} />
      ) : (
        <div key={i} aria-hidden="true" className="p-copy">
          <OneFlyer print={print} flyer={flyer} copy />
        </div>
      ),
    )}
  </div>
)

function OneFlyer({
  print: p,
  flyer: f,
  copy = false,
}: {
  print: Print
  flyer: Flyer
  copy?: boolean
}) {
  const { address, phone, doorText } = useLayout()
  const Title = copy ? 'p' : 'h1'
  const dates = f.dates.slice(0, f.copies === 4 ? 3 : 6)
  return (
    <article className="flyer">
      <header className="p-top">
        <Logo />
      </header>
      <Title className="p-title">{f.title}</Title>
      <p className="p-lead">{f.summary}</p>
      {f.copies === 1 && f.inShort && <p>{f.inShort}</p>}
      <div className="p-when">
        {dates.length === 0 ? (
          <p>Er is nu geen nieuwe datum.</p>
        ) : (
          <ul className="plain">
            {dates.map(l => (
              <li key={`${l.id} ${l.session}`}>
                <When line={l} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <p>
        <b>Waar?</b> {f.place}.{f.copies === 1 && doorText && ` ${doorText}`}
      </p>
      {f.copies === 1 && f.audience.length > 0 && (
        <p>
          <b>Voor wie?</b> {audienceWords(f.audience)}
        </p>
      )}
      <p>
        <b>Kosten:</b> {costWords(f)}.{costHelp(f)}
      </p>
      {f.copies === 1 && f.bring && (
        <p>
          <b>Neem mee:</b> {f.bring}
        </p>
      )}
      <div className="p-scan">
        <Code qr={f.qr} label={copy ? undefined : `QR-code naar ${p.link}`} />
        <p>
          {f.mode === 'walkin'
            ? 'Je hoeft je niet aan te melden. Kom gewoon langs.'
            : 'Meld je aan. Scan de code, of bel ons.'}
          <br />
          <b className="p-phone">{phone}</b>
          <br />
          <b>{p.link}</b>
        </p>
      </div>
      <footer className="p-foot">
        <p>{phone}</p>
        <p>{address.join(', ')}</p>
        <p>{p.link}</p>
        <p>{asOfWords(p.asOf)}</p>
      </footer>
    </article>
  )
}

function When({ line: l }: { line: Line }) {
  const words = (
    <time dateTime={l.start}>
      {day(l.day)}, {span(l.start, l.end)}
    </time>
  )
  return l.status === 'cancelled' ? (
    <>
      <s>{words}</s> <strong>GAAT NIET DOOR</strong>
    </>
  ) : (
    words
  )
}

/** Four empty modules around it, as readers want. */
const Code = ({ qr, label }: { qr: Flyer['qr']; label: string | undefined }) => (
  <svg
    className="qr"
    viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
    shapeRendering="crispEdges"
    {...(label ? { role: 'img', 'aria-label': label } : {})}
  >
    <path d={`M-4 -4h${qr.size + 8}v${qr.size + 8}h-${qr.size + 8}z`} className="qr-ground" />
    <path d={qr.path} className="qr-ink" />
  </svg>
)
