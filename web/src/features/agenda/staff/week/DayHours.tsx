import { useBusy } from '../../../../staff/useBusy'
import { useEffect, useRef, useState } from 'react'
import * as limits from '../../../../api/limits.gen'
import { capital, clock, date, weekday } from '../../../../api/moment'
import type { Auth } from '../../../../auth/types'
import { at } from '../../../../screens'
import { ActError } from '../../../../staff/ActError'
import { bars } from '../../../../staff/bars'
import { ChoiceField, TextField } from '../../../../staff/fields'
import { Loaded } from '../../../../staff/States'
import { undoDraft } from '../../../../staff/undo'
import { useRead } from '../../../../staff/api/useRead'
import { Icon } from '../../../../ui/Icon'
import { triangleAlert } from '../../../../ui/noticeIcons'
import { PageLink } from '../../../../ui/PageLink'
import { PressButton } from '../../../../ui/PressButton'
import { apiAt, asked as answerOf } from '../../../../staff/api/client'
import { staffName } from '../peopleWords'
import { sayBlocks, sayOutside, tidyTime, type Block, type OpeningDay } from './dayHours'
import type { Day } from './words'

interface Props {
  auth: Auth
  day: Day
  /** Whether this person may close the house. */
  closes: boolean
  reload(): Promise<void>
  close(): void
  /** Closes it where nothing was done. */
  leave(): void
}

const dayAt = (day: string) => '/api/opening-days/' + day

/** "Andere openingstijden" of one day. */
export function DayHours(props: Props) {
  const { day } = props.day
  const read = useRead(props.auth, '/api/opening-days/{day}', { path: { day } })
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  return (
    <section className="box stack" aria-labelledby={'uren' + day}>
      <h3 id={'uren' + day} tabIndex={-1} ref={head}>
        Openingstijden van {weekday(day)} {date(day)}
      </h3>
      <Loaded of={read} wait="De openingstijden worden geladen." what="de openingstijden">
        {of => <Hours {...props} of={of} again={read.again} />}
      </Loaded>
    </section>
  )
}

type How = 'usual' | 'other' | 'closed'
type Faults = Readonly<Record<string, string>>

const sayFault = (name: string, code: string) => {
  if (name === 'reason')
    return `Houd de reden kort: hooguit ${limits.Exception.reason.maxLength} tekens.`
  if (code === 'order')
    return name.endsWith('.to')
      ? 'De eindtijd moet na de begintijd liggen.'
      : 'Deze tijd moet na de tijd ervoor beginnen.'
  return 'Schrijf een tijd, bijvoorbeeld 13.00.'
}

function Hours({
  auth,
  day: { day, cards },
  closes,
  reload,
  close,
  leave,
  of,
  again,
}: Props & { of: OpeningDay; again(): void }) {
  const was = of.own?.blocks ?? of.usual
  const [how, choose] = useState<How>(of.own ? 'other' : 'usual')
  const [blocks, type] = useState<readonly Block[]>(
    was.length > 0 ? was : of.usual.length > 0 ? of.usual : [{ from: '13.00', to: '17.00' }],
  )
  const [reason, explain] = useState(of.own?.reason ?? '')
  const [faults, blame] = useState<Faults>({})
  const [busy, during] = useBusy()
  const [wrong, tell] = useState('')
  const typed = blocks.map(b => ({ from: tidyTime(b.from), to: tidyTime(b.to) }))
  const change = (n: number, next: Partial<Block>) =>
    type(blocks.map((b, i) => (i === n ? { ...b, ...next } : b)))
  const save = async () => {
    tell('')
    blame({})
    const { mark } = of
    const body = how === 'usual' ? { usual: true, mark } : { blocks: typed, reason, mark }
    const asked = await answerOf(apiAt<OpeningDay>(auth, 'PUT', dayAt(day), { body }))
    if (asked.is === 'done') {
      const { undo } = asked.data
      bars.add({
        id: 'hours', // of all days together: only the last can be taken back
        what:
          `${capital(weekday(day))} ${date(day)}: ` +
          (how === 'usual'
            ? `zoals altijd: ${sayBlocks(of.usual)}.`
            : `open van ${sayBlocks(typed)}.`),
        until: undo?.until,
        undo: undo && (() => undoDraft(auth, undo.id)),
      })
      close()
      return reload()
    }
    if (asked.is === 'offline')
      return tell('Geen verbinding. Er is nog niets bewaard. Je keuzes staan nog hier.')
    if (asked.status === 412) {
      const { data: now } = await answerOf(apiAt<OpeningDay>(auth, 'GET', dayAt(day)))
      again()
      await reload()
      return tell(
        `${staffName(now?.by ?? '')} veranderde deze dag ` +
          `${now?.at ? `om ${clock(now.at)} uur` : 'net'}: ` +
          `${now?.own ? sayBlocks(now.own.blocks) : 'zoals altijd'}. Kijk nog even na en druk nog een keer.`,
      )
    }
    if (asked.fields.length > 0)
      return blame(Object.fromEntries(asked.fields.map(f => [f.name, sayFault(f.name, f.code)])))
    tell(
      asked.status === 409
        ? 'Deze dag is al geweest.'
        : 'Het lukt nu niet. Er is nog niets bewaard. Probeer het zo nog een keer.',
    )
  }
  const options: (readonly [How, string, string?])[] = [
    ['usual', `Zoals altijd: ${sayBlocks(of.usual)}`],
    ['other', 'Andere tijden'],
  ]
  if (closes)
    options.push(['closed', 'We zijn dicht', 'Dan zeggen we ook af wat er gepland staat.'])
  return (
    <>
      <ChoiceField<How>
        name={'hoe-' + day}
        label="Hoe zijn we open?"
        options={options}
        value={how}
        onChange={next => next && choose(next)}
      />
      {how === 'other' && (
        <>
          {blocks.map((b, n) => (
            <div className="moment" key={n}>
              <TextField
                name={`blocks-${day}.${n}.from`}
                label={n === 0 ? 'Van' : 'En van'}
                short
                error={faults[`blocks.${n}.from`]}
                value={b.from}
                onChange={from => change(n, { from })}
              />
              <TextField
                name={`blocks-${day}.${n}.to`}
                label="Tot"
                short
                error={faults[`blocks.${n}.to`]}
                value={b.to}
                onChange={to => change(n, { to })}
              />
            </div>
          ))}
          <TextField
            name={`reason-${day}`}
            label="Waarom?"
            hint="Bezoekers lezen dit. Geen naam, geen ziekte."
            optional
            error={faults.reason}
            value={reason}
            onChange={explain}
          />
          {sayOutside(cards, was, typed).map(words => (
            <p className="note" key={words}>
              <Icon of={triangleAlert} />
              <span>{words}</span>
            </p>
          ))}
        </>
      )}
      <ActError>{wrong}</ActError>
      <p className="facts-row">
        {how === 'closed' ? (
          <PageLink className="btn" to={`${at('closing')}?dag=${day}`}>
            Kies wanneer we dicht zijn
          </PageLink>
        ) : (
          <PressButton press={() => void during(save())} busy={!!busy}>
            Bewaar
          </PressButton>
        )}
        <PressButton second press={leave}>
          Laat het zo
        </PressButton>
      </p>
    </>
  )
}
