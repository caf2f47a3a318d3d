import * as limits from '../../../api/limits.gen'
import { wall } from '../../../api/moment'
import {
  AreaField,
  DayField,
  NumberField,
  SelectField,
  TextField,
  TickField,
} from '../../../staff/fields'
import { Items } from '../../../staff/Items'
import { textOf } from '../../../staff/textOf'
import * as to from '../../../paths'
import { at } from '../../../screens'
import { PageLink } from '../../../ui/PageLink'
import { PressButton } from '../../../ui/PressButton'
import { span, terms, type Settings, type Term } from './settings'

type Of<B extends keyof Settings> = {
  of: NonNullable<Settings[B]>
  set(next: NonNullable<Settings[B]>): void
}

export function ContactFields({ of, set }: Of<'house'>) {
  const put = (next: Partial<typeof of>) => set({ ...of, ...next })
  const text = textOf(of, put)
  const social = textOf(
    of.socials,
    next => put({ socials: { ...of.socials, ...next } }),
    'socials.',
  )
  const credit = of.credit ?? { text: '', url: '' }
  const maker = textOf(credit, next => put({ credit: { ...credit, ...next } }), 'credit.')
  return (
    <>
      <TextField {...text('name', limits.ContactBlock.name)} label="Naam" />
      <TextField {...text('phone')} label="Telefoon" type="tel" short />
      <TextField {...text('email')} label="E-mailadres" type="email" />
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
      <TextField {...social('facebook')} label="Facebook" optional type="url" />
      <TextField {...social('instagram')} label="Instagram" optional type="url" />
      <TextField {...maker('text', limits.Credit.text)} label="Wie de site maakte" optional />
      <TextField {...maker('url')} label="Website van de maker" optional type="url" />
      <p>
        De zin bovenaan de startpagina staat bij{' '}
        <PageLink to={at('page', 'home')}>Pagina's, Startpagina</PageLink>. KvK, RSIN en bestuur
        staan bij <PageLink to={at('settingsBlock', 'anbi')}>Gegevens van de stichting</PageLink>.
      </p>
    </>
  )
}

export function RoomsFields({ of, set }: Of<'rooms'>) {
  return (
    <Items
      name="rooms"
      of={of.rooms}
      set={rooms => set({ rooms })}
      title="Ruimte"
      add="Voeg een ruimte toe"
      fresh={{ name: '' }}
    >
      {(room, put, text, i) => (
        <>
          <TextField {...text('name', limits.Room.name)} label="Naam" />
          <TickField
            name={`rooms.${i}.outside`}
            label="Dit is een plek buiten"
            value={room.outside ?? false}
            onChange={outside => put({ outside })}
          />
        </>
      )}
    </Items>
  )
}

export function CrisisFields({ of, set, today }: Of<'crisis'> & { today: string }) {
  const text = textOf(of, next => set({ ...of, ...next }))
  return (
    <>
      <Items
        name="crisis"
        of={of.crisis}
        set={crisis => set({ ...of, crisis })}
        title="Hulpnummer"
        add="Voeg een hulpnummer toe"
        fresh={{ text: '' }}
      >
        {(_, __, text) => (
          <>
            <AreaField {...text('text', limits.CrisisItem.text)} label="Tekst" />
            <TextField
              {...text('phone')}
              label="Nummer om te bellen"
              hint="Precies zoals het in de tekst staat."
              optional
              short
            />
            <TextField {...text('url')} label="Website" optional type="url" />
          </>
        )}
      </Items>
      <DayField
        {...text('crisisChecked')}
        label="Nagekeken op"
        hint="De dag waarop iemand alle nummers belde."
      />
      <p>
        <PressButton second press={() => set({ ...of, crisisChecked: today })}>
          Vandaag nagekeken
        </PressButton>
      </p>
      <TextField {...text('exitUrl')} label="Waar de knop 'Snel weg' heen gaat" type="url" />
    </>
  )
}

export function FormsFields({ of, set }: Of<'forms'>) {
  const put = (next: Partial<typeof of>) => set({ ...of, ...next })
  const text = textOf(of, put)
  return (
    <>
      <TextField
        {...text('noticeEmail')}
        label="Wie hoort van nieuwe berichten"
        hint="Een e-mailadres. Leeg: het adres van het huis."
        optional
        type="email"
      />
      <TextField
        {...text('confidantEmail')}
        label="E-mailadres van de vertrouwenspersoon"
        optional
        type="email"
      />
      <TextField
        {...text('confidantPhone')}
        label="Telefoon van de vertrouwenspersoon"
        optional
        type="tel"
        short
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
        Korter bewaren mag altijd, en geldt meteen voor alles. Voor langer bewaren is een reden
        nodig; die komt in het logboek. Langer geldt alleen voor gegevens die daarna binnenkomen. De
        prullenbak en “Maak ongedaan” gaan meteen over op de nieuwe tijd.
      </p>
      {(Object.keys(terms) as Term[]).map(t => (
        <NumberField
          key={t}
          name={t}
          label={terms[t][0]}
          hint={`${span(t)}, ${terms[t][2]}.`}
          value={of[t]}
          onChange={n => set({ ...of, [t]: n ?? 0 })}
        />
      ))}
    </>
  )
}

export function ProcessingFields({ of, set }: Of<'processing'>) {
  return (
    <>
      <p>Dit staat op de pagina Privacybeleid. Bezoekers lezen daar wie met hun gegevens werkt.</p>
      <TextField
        {...textOf(of, next => set({ ...of, ...next }))(
          'serverCountry',
          limits.Processing.serverCountry,
        )}
        label="In welk land staat de server?"
        short
      />
      <Items
        name="processors"
        of={of.processors}
        set={processors => set({ ...of, processors })}
        title="Bedrijf"
        add="Voeg een bedrijf toe"
        fresh={{ name: '', purpose: '', country: '', since: '' }}
      >
        {(_, __, text) => (
          <>
            <TextField {...text('name', limits.Processor.name)} label="Naam" />
            <TextField
              {...text('purpose', limits.Processor.purpose)}
              label="Wat doet dit bedrijf voor ons?"
              hint="Bijvoorbeeld: de server, of e-mail."
            />
            <TextField {...text('country', limits.Processor.country)} label="Land" short />
            <DayField {...text('since')} label="Afspraak op papier sinds" />
          </>
        )}
      </Items>
    </>
  )
}

export function SearchFields({ of, set }: Of<'search'>) {
  return (
    <>
      <p>
        Bezoekers zoeken in het programma en in de veelgestelde vragen. Wie een woord van een regel
        zoekt, vindt ook wat de andere woorden van die regel vinden. Probeer het daarna zelf in{' '}
        <PageLink to={to.agenda()}>het programma</PageLink> of{' '}
        <PageLink to={to.faq()}>de vragen</PageLink>.
      </p>
      <AreaField
        name="synonyms"
        label="Woorden die hetzelfde betekenen"
        hint="Op elke regel minstens twee, met een komma ertussen: wandelen, lopen, buiten."
        optional
        rows={16}
        value={of.synonyms.join('\n')}
        onChange={t => set({ synonyms: t === '' ? [] : t.split('\n') })}
      />
    </>
  )
}

const clock = Array.from({ length: 25 }, (_, n) => `${String(n).padStart(2, '0')}.00`).map(
  t => [t, wall(t)] as const,
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
  const text = textOf(of, next => set({ ...of, ...next }))
  const sender = textOf(
    of.mailSender,
    next => set({ ...of, mailSender: { ...of.mailSender, ...next } }),
    'mailSender.',
  )
  return (
    <>
      <TextField {...sender('name', limits.Sender.name)} label="Naam van de afzender van mails" />
      <TextField
        {...sender('address')}
        label="Adres van de afzender"
        hint="Vraag eerst of de mailprovider dit adres toelaat."
        type="email"
      />
      <TextField
        {...text('network')}
        label="Netwerk van het huis"
        hint="Zo telt iedereen in huis niet als één bezoeker."
        optional
        short
      />
    </>
  )
}
