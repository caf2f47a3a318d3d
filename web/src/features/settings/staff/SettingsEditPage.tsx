import { useEffect, useState } from 'react'
import * as limits from '../../../api/limits.gen'
import type { Auth } from '../../../auth/types'
import type { ScreenProps } from '../../../page'
import { EditorFrame } from '../../../staff/editor/EditorFrame'
import { AreaField, fieldId } from '../../../staff/fields'
import { mayWrite } from '../../../staff/roles'
import { today as dayOf } from '../../../staff/today'
import { useDraft, type Draft } from '../../../staff/editor/useDraft'
import { at } from '../../../screens'
import { AnbiFields } from './Anbi'
import {
  ContactFields,
  CrisisFields,
  FormsFields,
  ProcessingFields,
  RoomsFields,
  SearchFields,
  TechnicalFields,
  TermsFields,
  WaitlistFields,
} from './Fields'
import { PageLink } from '../../../ui/PageLink'
import { HoursFields } from './Hours'
import { speech, titles, wordList, type Block, type Settings } from './settings'
import { Words } from './Words'

/** `/beheer/instellingen/:blok`: one block of the settings. */
export default function SettingsEditPage(props: ScreenProps) {
  const block = props.params['blok'] ?? ''
  if (block === wordList) return <Words {...props} />
  return block in titles ? <Edit key={block} {...props} block={block as Block} /> : <Unknown />
}

const Unknown = () => (
  <div className="wrap page stack">
    <h1>Instellingen</h1>
    <p>Deze instelling kennen we niet. Kies er een uit de lijst.</p>
    <p>
      <PageLink to={at('settings')}>Terug naar Instellingen</PageLink>
    </p>
  </div>
)

function Edit({ auth, user, block }: ScreenProps & { block: Block }) {
  const d = useDraft(auth, 'settings', block)
  const [asked, ask] = useState(false)
  const [reason, give] = useState('')
  const [today, setToday] = useState('')
  useEffect(() => void dayOf(auth).then(setToday), [auth])
  const missing = asked && reason.trim() === ''
  useEffect(() => {
    if (asked) document.getElementById(fieldId('reason'))?.focus()
  }, [asked])
  return (
    <EditorFrame
      auth={auth}
      user={user}
      draft={d}
      speech={speech}
      title={titles[block]}
      heading={titles[block]}
      fixed
      noPreview
      back={{ to: at('settings'), words: 'Instellingen' }}
      write={mayWrite(user, 'coordinator', 'beheerder')}
      before={() => (reason.trim() ? { reason: reason.trim() } : {})}
      refused={r => {
        const why = r.code === 'conflict' && r.fields.some(f => f.name === 'reason')
        if (why) ask(true)
        return why
      }}
    >
      {d.is === 'ready' && (
        <>
          <Fields d={d} block={block} today={today} auth={auth} />
          {asked && (
            <AreaField
              name="reason"
              label="Waarom is langer bewaren nodig?"
              hint="Dit komt in het logboek. Daarna kun je publiceren."
              max={limits.Note.reason.maxLength}
              value={reason}
              onChange={give}
              error={
                missing ? 'Schrijf op waarom gegevens langer bewaard moeten worden.' : undefined
              }
            />
          )}
        </>
      )}
    </EditorFrame>
  )
}

function Fields({
  d: { doc, set },
  block,
  today,
  auth,
}: {
  d: Draft<Settings>
  block: Block
  today: string
  auth: Auth
}) {
  if (block === 'hours' && doc.hours)
    return <HoursFields of={doc.hours} set={hours => set({ hours })} today={today} />
  if (block === 'house' && doc.house)
    return <ContactFields of={doc.house} set={house => set({ house })} />
  if (block === 'anbi' && doc.anbi)
    return (
      <AnbiFields
        of={doc.anbi}
        set={next => set(s => ({ ...s, anbi: typeof next === 'function' ? next(s.anbi!) : next }))}
        auth={auth}
      />
    )
  if (block === 'rooms' && doc.rooms)
    return <RoomsFields of={doc.rooms} set={rooms => set({ rooms })} />
  if (block === 'crisis' && doc.crisis)
    return <CrisisFields of={doc.crisis} set={crisis => set({ crisis })} today={today} />
  if (block === 'forms' && doc.forms)
    return <FormsFields of={doc.forms} set={forms => set({ forms })} />
  if (block === 'terms' && doc.terms)
    return <TermsFields of={doc.terms} set={terms => set({ terms })} />
  if (block === 'processing' && doc.processing)
    return <ProcessingFields of={doc.processing} set={processing => set({ processing })} />
  if (block === 'search' && doc.search)
    return <SearchFields of={doc.search} set={search => set({ search })} />
  if (block === 'waitlist' && doc.waitlist)
    return <WaitlistFields of={doc.waitlist} set={waitlist => set({ waitlist })} />
  if (block === 'technical' && doc.technical)
    return <TechnicalFields of={doc.technical} set={technical => set({ technical })} />
  return <p>Dit onderdeel is leeg. Zet een eerdere versie terug.</p>
}
