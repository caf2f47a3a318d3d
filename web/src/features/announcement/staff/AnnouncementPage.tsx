import { use, useEffect, useState } from 'react'
import * as limits from '../../../api/limits.gen'
import { useLayout } from '../../../layout/site'
import type { ScreenProps } from '../../../page'
import * as to from '../../../paths'
import type { DocOf, Fault } from '../../../staff/drafts'
import { AskFirst } from '../../../staff/AskFirst'
import { EditorFrame } from '../../../staff/editor/EditorFrame'
import type { Speech } from '../../../staff/editor/speech'
import {
  AreaField,
  ChoiceField,
  DayField,
  fieldId,
  NumberField,
  ReadOnly,
  TextField,
  TickField,
} from '../../../staff/fields'
import { documentAt, readFile } from '../../../staff/files/library'
import { FlyerField } from '../../../staff/editor/FlyerField'
import { HelpPanel } from '../../../staff/editor/rich/HelpPanel'
import { mayWrite } from '../../../staff/roles'
import { today } from '../../../staff/today'
import { useDraft, type Draft } from '../../../staff/editor/useDraft'
import { useRead } from '../../../staff/api/useRead'
import { at } from '../../../screens'
import { Icon } from '../../../ui/Icon'
import { triangleAlert } from '../../../ui/noticeIcons'
import { PressButton } from '../../../ui/PressButton'
import { closures, sayDays, textFor, type Closure } from './closures'
import { earlierDay } from './dates'

type Announcement = DocOf<'announcement'>

const say = ({ name, code }: Fault): string | undefined => {
  switch (name.replace(/^announcement\./, '')) {
    case 'title':
      return code === 'required'
        ? 'Geef de melding een titel.'
        : `Houd de titel kort: hooguit ${limits.Announcement.title.maxLength} tekens.`
    case 'body':
      return code === 'required'
        ? 'Schrijf de tekst van de melding.'
        : `Houd de melding kort: hooguit ${limits.Announcement.body.maxLength} tekens.`
    case 'validFrom':
      return 'Kies de eerste dag.'
    case 'validUntil':
      return 'De laatste dag ligt vóór de eerste dag, of is niet ingevuld.'
    case 'delayMs':
      return 'Kies 0 tot en met 30 seconden.'
    case 'expiresDays':
      return 'Kies 1 tot en met 365 dagen.'
    default:
      return undefined
  }
}

const speech: Speech<Announcement> = {
  labels: {
    enabled: 'Tonen',
    title: 'Titel',
    body: 'Tekst',
    validFrom: 'Van',
    validUntil: 'Tot en met',
    delayMs: 'Na hoeveel seconden',
    expiresDays: 'Hoeveel dagen niet opnieuw tonen',
    flyerUrl: 'Flyer',
    version: 'Laat de melding opnieuw zien aan iedereen?',
  },
  say,
  show: {
    delayMs: ms => <p>{Number(ms) / 1000}</p>,
    version: v => <p>{v ? `nee (${String(v)})` : 'ja'}</p>,
  },
}

/** `/beheer/melding`: what every visitor is told once. */
export default function AnnouncementPage({ auth, user }: ScreenProps) {
  const d = useDraft(auth, 'announcement', 'announcement')
  const { announcement, exceptions } = useLayout()
  // the layout may still know the one before
  const { is, data, again } = useRead(auth, '/api/site')
  const online = is === 'known' ? data.announcement : announcement
  const [day, setDay] = useState('')
  useEffect(() => void today(auth).then(setDay), [auth])
  const [asked, ask] = useState(false)
  const other =
    d.is === 'ready' &&
    online !== undefined &&
    (d.doc.title !== online.title || d.doc.body !== online.body)
  const [answered, answer] = useState(false)
  const same = d.draft && !d.draft.changed ? d.draft.version : undefined // visitors read this one
  useEffect(() => {
    void again()
    if (same === undefined) return
    answer(false) // the next change is a question of its own
    ask(false)
  }, [same, again])
  const open = other && !answered && d.doc.version !== ''
  const before = () => {
    ask(open)
    if (!open) return {}
    // the question is on the screen
    requestAnimationFrame(() => document.getElementById(fieldId('version'))?.focus())
    return undefined
  }
  return (
    <EditorFrame
      auth={auth}
      user={user}
      draft={d}
      speech={speech}
      title="Melding"
      heading="Melding"
      fixed
      before={before}
      back={{ to: at('start'), words: 'Meer' }}
      status={online?.enabled && online.validUntil < day ? 'over' : undefined}
      write={mayWrite(user, 'redactie', 'coordinator', 'beheerder')}
      aside={d.is === 'ready' && <Look of={d.doc} />}
    >
      {d.is === 'ready' && (
        <>
          <Fields d={d} auth={auth} />
          <Closures
            own={d.doc.title + d.doc.body !== '' && (!online || other)}
            of={closures(exceptions).filter(c => textFor(c, '').title !== d.doc.title)}
            put={c => void today(auth).then(now => d.set(textFor(c, now)))}
          />
          {other && (
            <ChoiceField
              name="version"
              label="Laat de melding opnieuw zien aan iedereen?"
              hint="Je hebt de titel of de tekst veranderd."
              error={asked && open ? 'Kies ja of nee. Daarna kun je publiceren.' : undefined}
              options={[
                ['ja', 'Ja, ook aan wie hem al weghaalde'],
                ['nee', 'Nee, alleen aan wie hem nog niet zag'],
              ]}
              value={d.doc.version === '' ? 'ja' : answered ? 'nee' : ''}
              onChange={v => {
                answer(true)
                d.set({ version: v === 'ja' ? '' : online.version })
              }}
            />
          )}
        </>
      )}
    </EditorFrame>
  )
}

function Fields({ d: { doc, set }, auth }: { d: Draft<Announcement>; auth: ScreenProps['auth'] }) {
  const early = earlierDay(`${doc.title} ${doc.body}`, doc.validFrom, doc.validUntil)
  const flyer = (id: string | undefined) => {
    if (id === undefined) return set({ flyerUrl: undefined })
    void readFile(auth, id).then(
      file => set({ flyerUrl: documentAt(file) }),
      () => undefined,
    )
  }
  return (
    <>
      <TickField
        name="enabled"
        label="Tonen"
        hint="Zet dit uit om de melding weg te halen."
        value={doc.enabled}
        onChange={enabled => set({ enabled })}
      />
      <TextField
        name="title"
        label="Titel"
        max={limits.Announcement.title.maxLength}
        value={doc.title}
        onChange={title => set({ title })}
      />
      <div>
        <AreaField
          name="body"
          label="Tekst"
          max={limits.Announcement.body.maxLength}
          rows={5}
          value={doc.body}
          onChange={body => set({ body })}
        />
        <HelpPanel of={`${doc.title}\n${doc.body}`} />
      </div>
      <DayField
        name="validFrom"
        label="Van"
        value={doc.validFrom}
        onChange={validFrom => set({ validFrom })}
      />
      <DayField
        name="validUntil"
        label="Tot en met"
        value={doc.validUntil}
        onChange={validUntil => set({ validUntil })}
      />
      {early && (
        <p className="alert alert-warn" role="status">
          <Icon of={triangleAlert} />
          <span>
            In de tekst staat “{early}”. Dat is eerder dan de laatste dag waarop je de melding laat
            zien.
          </span>
        </p>
      )}
      <NumberField
        name="delayMs"
        label="Na hoeveel seconden"
        hint="0 tot en met 30."
        value={doc.delayMs / 1000}
        onChange={s => set({ delayMs: Math.round((s ?? 0) * 1000) })}
      />
      <NumberField
        name="expiresDays"
        label="Hoeveel dagen niet opnieuw tonen"
        hint="Voor wie de melding weghaalt. 1 tot en met 365."
        value={doc.expiresDays || undefined}
        onChange={n => set({ expiresDays: n ?? 0 })}
      />
      <FlyerField
        name="flyerUrl"
        label="Flyer"
        hint="Een pdf. Niet verplicht: wat erin staat, staat ook in de tekst."
        value={/^\/bestanden\/(fil_[^/]+)\//.exec(doc.flyerUrl ?? '')?.[1]}
        onChange={flyer}
        auth={auth}
      />
    </>
  )
}

/**
 * Days on which we are shut can have a text ready: one press, and then it is read and published
 * like any other. `own`: there are words that are nowhere else, and that it would replace.
 */
function Closures({
  of,
  own,
  put,
}: {
  of: readonly Closure[]
  own: boolean
  put(c: Closure): void
}) {
  const still = use(ReadOnly)
  const [said, say] = useState('')
  if (still) return null
  const act = (c: Closure) => {
    put(c)
    say('De tekst staat hierboven klaar. Lees hem na en publiceer hem.')
  }
  return (
    <div className="stack">
      <p role="status">{said}</p>
      {of.map(c => (
        <div key={c.first} className="box">
          <p>
            We zijn dicht: {sayDays(c)}
            {c.reason && ` (${c.reason})`}.
          </p>
          {own ? (
            <AskFirst
              words={`Zet een tekst klaar voor ${sayDays(c)}`}
              question="Je eigen titel en tekst verdwijnen dan. Wil je dat?"
              yes="Ja, zet de tekst klaar"
              no="Nee, laat mijn tekst staan"
              busy={false}
              act={() => act(c)}
            />
          ) : (
            <p>
              <PressButton second press={() => act(c)}>
                Zet een tekst klaar voor {sayDays(c)}
              </PressButton>
            </p>
          )}
        </div>
      ))}
    </div>
  )
}

/** What visitors will get, and what they get now. */
const Look = ({ of }: { of: Announcement }) => (
  <section className="box" aria-labelledby="eruit">
    <h2 id="eruit">De melding in het klein</h2>
    <div className="panel">
      <p>
        <strong>{of.title || 'Titel'}</strong>
      </p>
      <p>{of.body || 'Tekst'}</p>
    </div>
    <p>
      <a className="more" href={to.home() + '?forceAnnouncement=1'}>
        Bekijk de melding die nu online staat
      </a>
    </p>
  </section>
)
