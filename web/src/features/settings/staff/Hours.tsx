import * as limits from '../../../api/limits.gen'
import { wall } from '../../../api/moment'
import { DayField, SelectField, TextField } from '../../../staff/fields'
import { Items } from '../../../staff/Items'
import { textOf } from '../../../staff/textOf'
import { PressButton } from '../../../ui/PressButton'
import { days, type Settings } from './settings'

type Hours = NonNullable<Settings['hours']>
type Stretch = Hours['hours'][number]['blocks'][number]

const quarters = Array.from(
  { length: 24 * 4 + 1 },
  (_, n) =>
    `${String(Math.floor(n / 4)).padStart(2, '0')}.${String((n % 4) * 15).padStart(2, '0')}`,
)
/** Each quarter of the day, and whatever stands there. */
const times = (now: string) => [...new Set([...quarters, now])].sort().map(t => [t, t] as const)

/** The hours of every week, and the days that differ. */
export function HoursFields({
  of,
  set,
  today,
}: {
  of: Hours
  set(next: Hours): void
  today: string
}) {
  const day = (i: number, blocks: Stretch[]) =>
    set({ ...of, hours: of.hours.map((d, n) => (n === i ? { ...d, blocks } : d)) })
  return (
    <>
      {of.hours.map((d, i) => (
        <fieldset key={d.weekday} className="box">
          <legend className="label">{days[i]!.replace(/^./, c => c.toUpperCase())}</legend>
          <Blocks
            name={`hours.${i}.blocks`}
            of={d.blocks}
            set={blocks => day(i, blocks)}
            day={days[i]!}
          />
        </fieldset>
      ))}
      <h2>Dagen die anders zijn</h2>
      <p>Een vrije dag, of andere tijden. Dit staat meteen op de site als je publiceert.</p>
      <Items
        name="exceptions"
        of={of.exceptions}
        set={exceptions => set({ ...of, exceptions })}
        title="Andere dag"
        add="Voeg een andere dag toe"
        fresh={{ day: '', blocks: [] }}
      >
        {(e, put, text, i) => (
          <>
            <DayField {...text('day')} label="Dag" />
            <Blocks
              name={`exceptions.${i}.blocks`}
              of={e.blocks}
              set={blocks => put({ blocks })}
              day={`andere dag ${i + 1}`}
            />
            <TextField
              {...text('reason', limits.Exception.reason)}
              label="Reden"
              hint="Bezoekers lezen dit."
              optional
            />
          </>
        )}
      </Items>
      <DayField
        {...textOf(of, next => set({ ...of, ...next }))('hoursChecked')}
        label="Nagekeken op"
        hint="De dag waarop iemand de andere dagen nakeek."
      />
      <p>
        <PressButton second press={() => set({ ...of, hoursChecked: today })}>
          Vandaag nagekeken
        </PressButton>
      </p>
    </>
  )
}

/** At most two stretches in which the door is open. */
function Blocks({
  name,
  of,
  set,
  day,
}: {
  name: string
  of: Stretch[]
  set(next: Stretch[]): void
  day: string
}) {
  const change = (i: number, next: Partial<Stretch>) =>
    set(of.map((b, n) => (n === i ? { ...b, ...next } : b)))
  return (
    <div className="stack">
      {of.length === 0 && <p>Dicht.</p>}
      {of.map((b, i) => (
        <div key={i} className="moment">
          <SelectField
            name={`${name}.${i}`}
            label="Open van"
            options={times(b.from)}
            value={b.from}
            onChange={from => change(i, { from })}
          />
          <SelectField
            name={`${name}.${i}.to`}
            label="tot"
            options={times(b.to)}
            value={b.to}
            onChange={to => change(i, { to })}
          />
          <PressButton
            second
            label={`Haal deze tijd weg: ${day}, ${wall(b.from)} tot ${wall(b.to)}`}
            press={() => set(of.filter((_, n) => n !== i))}
          >
            Haal deze tijd weg
          </PressButton>
        </div>
      ))}
      {of.length < 2 && (
        <p>
          <PressButton
            second
            press={() =>
              set([
                ...of,
                of.length ? { from: '18.30', to: '21.00' } : { from: '13.00', to: '17.00' },
              ])
            }
          >
            Voeg een tijd toe voor {day}
          </PressButton>
        </p>
      )}
    </div>
  )
}
