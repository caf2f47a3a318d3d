import '../people.css'
import { plural } from '../../../../api/count'
import { listed, many, people } from '../../../../staff/count'
import { Fold } from '../../../../staff/Fold'
import type { TellCheck } from './words'

type Count = readonly [n: number, one: string]

/** How many hear it in which way. */
export const Counts = ({ of }: { of: readonly (Count | false)[] }) => (
  <div className="hearing">
    {of.map(
      c =>
        c && (
          <div key={c[1]}>
            <b>{c[0]}</b> {many(...c)}
          </div>
        ),
    )}
  </div>
)

type ToldCounts = Pick<
  TellCheck,
  'mail' | 'call' | 'self' | 'none' | 'paused' | 'calls' | 'unheard'
>

/** How many hear it in which way, and who does by phone or not at all. */
export const Hearers = ({ of: c }: { of: ToldCounts }) => (
  <>
    <Counts
      of={[
        [c.mail, 'krijgt mail'],
        [c.call, 'moeten we bellen'],
        [c.self, 'kijkt zelf'],
        c.none > 0 && [c.none, 'bereiken we niet'],
      ]}
    />
    {c.calls.length > 0 && (
      <p>
        Bellen: <b>{listed(c.calls)}</b>.
      </p>
    )}
    {c.unheard.length > 0 && (
      <p>
        <b>{listed(c.unheard)}</b> {many(c.unheard.length, 'hoort niets van ons.')} Let op bij de
        deur.
      </p>
    )}
    <Paused of={c.paused} />
  </>
)

/** Who hears nothing, as their data are on pause. */
export const Paused = ({ of: n }: { of: number | undefined }) =>
  n ? (
    <p>
      {plural(n, '1 persoon', people(n))} bereiken we niet: de gegevens staan op pauze. Vraag het
      aan de coördinator.
    </p>
  ) : null

/** The mail as people get it, folded unless it is what one came to see. */
export const MailLook = ({
  of: c,
  open,
}: {
  of: Pick<TellCheck, 'subject' | 'body'>
  open?: boolean
}) => (
  <Fold title="Zo ziet de mail eruit" open={open}>
    <div className="mail-look small">
      <p>
        <b>{c.subject}</b>
      </p>
      <p>{c.body}</p>
    </div>
  </Fold>
)

/** Who hears it: the numbers, the names to call, and the mail. */
export const Hearing = ({ of: c }: { of: TellCheck }) => (
  <>
    <h3>Wie hoort het?</h3>
    <Hearers of={c} />
    {c.mail > 0 && <MailLook of={c} />}
  </>
)
