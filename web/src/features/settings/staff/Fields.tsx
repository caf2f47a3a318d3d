import * as limits from '../../../api/limits.gen'
import {
  AreaField,
  DayField,
  NumberField,
  SelectField,
  TextField,
  TickField,
} from '../../../staff/fields'
import { at } from '../../../screens'
import { PageLink } from '../../../ui/PageLink'
import { PressButton } from '../../../ui/PressButton'
import { terms, type Settings } from './settings'

type Of<B extends keyof Settings> = {
  of: NonNullable<Settings[B]>
  set(next: NonNullable<Settings[B]>): void
}

export function ContactFields({ of, set }: Of<'house'>) {
  const put = (next: Partial<typeof of>) => set({ ...of, ...next })
  return (
    <>
      <TextField
        name="name"
        label="Naam"
        max={limits.ContactBlock.name.maxLength}
        value={of.name}
        onChange={name => put({ name })}
      />
      <TextField
        name="phone"
        label="Telefoon"
        type="tel"
        short
        value={of.phone}
        onChange={phone => put({ phone })}
      />
      <TextField
        name="email"
        label="E-mailadres"
        type="email"
        value={of.email}
        onChange={email => put({ email })}
      />
      <AreaField
        name="address"
        label="Adres"
        hint="Elke regel zoals op een envelop."
        value={of.address.join('\n')}
        onChange={text => put({ address: text.split('\n') })}
      />
      <AreaField
        name="routeText"
        label="Route"
        optional
        max={limits.ContactBlock.routeText.maxLength}
        value={of.routeText ?? ''}
        onChange={t => put({ routeText: t.replaceAll('\n', ' ') })}
      />
      <AreaField
        name="doorText"
        label="Binnenkomen"
        optional
        max={limits.ContactBlock.doorText.maxLength}
        value={of.doorText ?? ''}
        onChange={t => put({ doorText: t.replaceAll('\n', ' ') })}
      />
      <TextField
        name="socials.facebook"
        label="Facebook"
        optional
        type="url"
        value={of.socials.facebook ?? ''}
        onChange={facebook => put({ socials: { ...of.socials, facebook } })}
      />
      <TextField
        name="socials.instagram"
        label="Instagram"
        optional
        type="url"
        value={of.socials.instagram ?? ''}
        onChange={instagram => put({ socials: { ...of.socials, instagram } })}
      />
      <TextField
        name="credit.text"
        label="Wie de site maakte"
        optional
        max={limits.Credit.text.maxLength}
        value={of.credit?.text ?? ''}
        onChange={text => put({ credit: { url: of.credit?.url ?? '', text } })}
      />
      <TextField
        name="credit.url"
        label="Website van de maker"
        optional
        type="url"
        value={of.credit?.url ?? ''}
        onChange={url => put({ credit: { text: of.credit?.text ?? '', url } })}
      />
      <p>
        De zin bovenaan de startpagina staat bij{' '}
        <PageLink to={at('page', 'home')}>Pagina's, Startpagina</PageLink>. KvK, RSIN en bestuur
        staan bij <PageLink to={at('settingsBlock', 'anbi')}>Gegevens van de stichting</PageLink>.
      </p>
    </>
  )
}

export function RoomsFields({ of, set }: Of<'rooms'>) {
  const put = (i: number, next: Partial<(typeof of.rooms)[number]>) =>
    set({ rooms: of.rooms.map((r, n) => (n === i ? { ...r, ...next } : r)) })
  return (
    <>
      {of.rooms.map((r, i) => (
        <fieldset key={i} className="box">
          <legend className="label">Ruimte {i + 1}</legend>
          <TextField
            name={`rooms.${i}.name`}
            label="Naam"
            max={limits.Room.name.maxLength}
            value={r.name}
            onChange={name => put(i, { name })}
          />
          <TickField
            name={`rooms.${i}.outside`}
            label="Dit is een plek buiten"
            value={r.outside ?? false}
            onChange={outside => put(i, { outside })}
          />
          <p>
            <PressButton second press={() => set({ rooms: of.rooms.filter((_, n) => n !== i) })}>
              Haal ruimte {i + 1} weg
            </PressButton>
          </p>
        </fieldset>
      ))}
      <p>
        <PressButton second press={() => set({ rooms: [...of.rooms, { name: '' }] })}>
          Voeg een ruimte toe
        </PressButton>
      </p>
    </>
  )
}

export function CrisisFields({ of, set, today }: Of<'crisis'> & { today: string }) {
  const put = (i: number, next: Partial<(typeof of.crisis)[number]>) =>
    set({ ...of, crisis: of.crisis.map((c, n) => (n === i ? { ...c, ...next } : c)) })
  return (
    <>
      {of.crisis.map((c, i) => (
        <fieldset key={i} className="box">
          <legend className="label">Hulpnummer {i + 1}</legend>
          <AreaField
            name={`crisis.${i}.text`}
            label="Tekst"
            max={limits.CrisisItem.text.maxLength}
            value={c.text}
            onChange={text => put(i, { text })}
          />
          <TextField
            name={`crisis.${i}.phone`}
            label="Nummer om te bellen"
            hint="Precies zoals het in de tekst staat."
            optional
            short
            value={c.phone ?? ''}
            onChange={phone => put(i, { phone })}
          />
          <TextField
            name={`crisis.${i}.url`}
            label="Website"
            optional
            type="url"
            value={c.url ?? ''}
            onChange={url => put(i, { url })}
          />
          <p>
            <PressButton
              second
              press={() => set({ ...of, crisis: of.crisis.filter((_, n) => n !== i) })}
            >
              Haal hulpnummer {i + 1} weg
            </PressButton>
          </p>
        </fieldset>
      ))}
      <p>
        <PressButton second press={() => set({ ...of, crisis: [...of.crisis, { text: '' }] })}>
          Voeg een hulpnummer toe
        </PressButton>
      </p>
      <DayField
        name="crisisChecked"
        label="Nagekeken op"
        hint="De dag waarop iemand alle nummers belde."
        value={of.crisisChecked ?? ''}
        onChange={crisisChecked => set({ ...of, crisisChecked })}
      />
      <p>
        <PressButton second press={() => set({ ...of, crisisChecked: today })}>
          Vandaag nagekeken
        </PressButton>
      </p>
      <TextField
        name="exitUrl"
        label="Waar de knop 'Snel weg' heen gaat"
        type="url"
        value={of.exitUrl}
        onChange={exitUrl => set({ ...of, exitUrl })}
      />
    </>
  )
}

export function FormsFields({ of, set }: Of<'forms'>) {
  const put = (next: Partial<typeof of>) => set({ ...of, ...next })
  return (
    <>
      <TextField
        name="noticeEmail"
        label="Wie hoort van nieuwe berichten"
        hint="Een e-mailadres. Leeg: het adres van het huis."
        optional
        type="email"
        value={of.noticeEmail ?? ''}
        onChange={noticeEmail => put({ noticeEmail })}
      />
      <TextField
        name="confidantEmail"
        label="E-mailadres van de vertrouwenspersoon"
        optional
        type="email"
        value={of.confidantEmail ?? ''}
        onChange={confidantEmail => put({ confidantEmail })}
      />
      <TextField
        name="confidantPhone"
        label="Telefoon van de vertrouwenspersoon"
        optional
        type="tel"
        short
        value={of.confidantPhone ?? ''}
        onChange={confidantPhone => put({ confidantPhone })}
      />
      <TickField
        name="contactFormOff"
        label="Zet het contactformulier uit"
        hint="De contactpagina toont dan alleen telefoon en mail."
        value={of.contactFormOff ?? false}
        onChange={contactFormOff => put({ contactFormOff })}
      />
    </>
  )
}

export function TermsFields({ of, set }: Of<'terms'>) {
  return (
    <>
      <p>
        Korter bewaren mag altijd. Voor langer bewaren is een reden nodig; die komt in het logboek.
      </p>
      {(Object.keys(terms) as (keyof typeof terms)[]).map(t => (
        <NumberField
          key={t}
          name={t}
          label={terms[t][0]}
          hint={terms[t][1]}
          value={of[t]}
          onChange={n => set({ ...of, [t]: n ?? 0 })}
        />
      ))}
      <NumberField
        name="undoMinutes"
        label="Maak ongedaan"
        hint="Zo veel minuten kan iets ongedaan worden gemaakt."
        value={of.undoMinutes}
        onChange={n => set({ ...of, undoMinutes: n ?? 0 })}
      />
    </>
  )
}

const clock = Array.from({ length: 25 }, (_, n) => `${String(n).padStart(2, '0')}.00`).map(
  t => [t, t] as const,
)
const numbers = [
  ['longHours', 'Bedenktijd', 'Uren om te beslissen over een vrije plek.'],
  ['shortHours', 'Bedenktijd vlak voor het begin', 'Uren om te beslissen.'],
  ['shortWithinHours', 'Wat is vlak voor het begin?', 'Minder dan zo veel uren voor het begin.'],
  [
    'stopWithinHours',
    'Tot wanneer bieden we vanzelf een plek aan?',
    'Tot zo veel uren voor het begin. Daarna bellen we.',
  ],
  ['marginHours', 'Wanneer stopt een aanbod?', 'Uiterlijk zo veel uren voor het begin.'],
  ['leastHours', 'Kortste bedenktijd', 'Uren. Is er minder tijd? Dan bellen we.'],
] as const

export function WaitlistFields({ of, set }: Of<'waitlist'>) {
  return (
    <>
      <p>Uren tellen alleen overdag, zodat niemand 's nachts hoeft te beslissen.</p>
      <SelectField
        name="countedFrom"
        label="Uren tellen vanaf"
        options={clock}
        value={of.countedFrom}
        onChange={countedFrom => set({ ...of, countedFrom })}
      />
      <SelectField
        name="countedUntil"
        label="Uren tellen tot"
        options={clock}
        value={of.countedUntil}
        onChange={countedUntil => set({ ...of, countedUntil })}
      />
      {numbers.map(([name, label, hint]) => (
        <NumberField
          key={name}
          name={name}
          label={label}
          hint={hint}
          value={of[name]}
          onChange={n => set({ ...of, [name]: n ?? 0 })}
        />
      ))}
    </>
  )
}

export function TechnicalFields({ of, set }: Of<'technical'>) {
  return (
    <>
      <TextField
        name="mailSender.name"
        label="Naam van de afzender van mails"
        max={limits.Sender.name.maxLength}
        value={of.mailSender.name}
        onChange={name => set({ ...of, mailSender: { ...of.mailSender, name } })}
      />
      <TextField
        name="mailSender.address"
        label="Adres van de afzender"
        hint="Vraag eerst of de mailprovider dit adres toelaat."
        type="email"
        value={of.mailSender.address}
        onChange={address => set({ ...of, mailSender: { ...of.mailSender, address } })}
      />
      <TextField
        name="network"
        label="Netwerk van het huis"
        hint="Zo telt iedereen in huis niet als één bezoeker."
        optional
        short
        value={of.network ?? ''}
        onChange={network => set({ ...of, network })}
      />
    </>
  )
}
