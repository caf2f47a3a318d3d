import { ChoiceField, NumberField, SelectField, TickField } from '../../../staff/fields'
import type { Draft } from '../../../staff/editor/useDraft'
import { LimitField } from './LimitField'
import type { Activity } from './model'
import { modes, suggested } from './words'

interface Props {
  d: Draft<Activity>
  /** Why the way in cannot change. */ modeKept: string | undefined
}

/** Aanmelden: how people come in, and what they are asked. */
export function SignUp({ d: { doc, set }, modeKept }: Props) {
  const fit = suggested(doc.category)
  return (
    <>
      <ChoiceField
        name="mode"
        label="Hoe komen mensen binnen?"
        options={modes}
        error={modeKept}
        value={doc.mode}
        onChange={mode => set({ mode })}
      />
      {doc.mode === 'walkin' ? (
        <p>Bij de inloop hoeft niemand zich aan te melden.</p>
      ) : (
        <>
          <NumberField
            name="capacity"
            label="Aantal plekken"
            optional
            hint={`Leeg: geen grens.${fit ? ` Vaak werkt ${fit} goed.` : ''} Geldt voor nieuwe datums.`}
            value={doc.capacity}
            onChange={capacity => set({ capacity })}
          />
          <NumberField
            name="minParticipants"
            label="Minimaal aantal"
            optional
            value={doc.minParticipants}
            onChange={minParticipants => set({ minParticipants })}
          />
          <TickField
            name="waitlist"
            label="Wachtlijst als het vol is"
            value={doc.waitlist ?? false}
            onChange={waitlist => set({ waitlist })}
          />
          {doc.waitlist && (
            <>
              <NumberField
                name="waitlistLimit"
                label="Plekken op de wachtlijst"
                optional
                hint="Leeg: geen grens."
                value={doc.waitlistLimit}
                onChange={waitlistLimit => set({ waitlistLimit })}
              />
              <ChoiceField
                name="callsFirst"
                label="Hoe bieden we vrije plekken aan?"
                options={[
                  ['auto', 'Vanzelf, met bedenktijd'],
                  ['call', 'Wij bellen zelf'],
                ]}
                value={doc.callsFirst ? 'call' : 'auto'}
                onChange={way => set({ callsFirst: way === 'call' })}
              />
            </>
          )}
          <LimitField
            name="opens"
            label="Aanmelden kan vanaf"
            optional
            none="Meteen"
            value={doc.opens}
            onChange={opens => set({ opens })}
          />
          <LimitField
            name="closes"
            label="Aanmelden kan tot"
            none="Tot het begin"
            value={doc.closes}
            onChange={closes => set({ closes })}
          />
          <TickField
            name="meetFirst"
            label="Eerst kennismaken"
            hint="We spreken iedereen kort vóór de eerste keer."
            value={doc.meetFirst ?? false}
            onChange={meetFirst => set({ meetFirst })}
          />
          <fieldset className="field">
            <legend className="label">Vragen bij aanmelden</legend>
            <div className="stack">
              <TickField
                name="askSupport"
                label="Vraag wat iemand nodig heeft"
                value={doc.askSupport ?? false}
                onChange={askSupport => set({ askSupport })}
              />
              <TickField
                name="askDiet"
                label="Vraag wat iemand niet eet"
                value={doc.askDiet ?? false}
                onChange={askDiet => set({ askDiet })}
              />
            </div>
          </fieldset>
          <SelectField
            name="maxGuests"
            label="Hoeveel mensen mag iemand meenemen?"
            options={[
              ['0', 'Niemand'],
              ['1', '1'],
              ['2', '2'],
              ['3', '3'],
            ]}
            value={String(doc.maxGuests ?? 0)}
            onChange={n => set({ maxGuests: +n })}
          />
        </>
      )}
    </>
  )
}
