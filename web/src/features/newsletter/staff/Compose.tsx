import { many } from '../../../staff/count'
import { useEffect, useRef, useState } from 'react'
import * as limits from '../../../api/limits.gen'
import { fullDay, span } from '../../../api/moment'
import type { ScreenProps } from '../../../page'
import type { Draft } from '../../../staff/editor/useDraft'
import { AreaField, ChoiceField, TextField, TicksField } from '../../../staff/fields'
import { Loaded } from '../../../staff/States'
import { useRead } from '../../../staff/api/useRead'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import { sayDates, tells, titles, type Choices, type IssueDoc } from './issueWords'

interface Props {
  d: Draft<IssueDoc>
  auth: ScreenProps['auth']
  step: string | undefined
  open(step?: string): void
}

/** The tasks, each with what is chosen; one at a time is open. */
export function Compose({ d, goes: doc, auth, step, open }: Props & { goes: IssueDoc }) {
  const list = useRef<HTMLUListElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (!step && last.current)
      list.current?.querySelector<HTMLElement>(`[data-step=${last.current}] button`)?.focus()
    last.current = step
  }, [step])
  const tasks: readonly (readonly [step: string, name: string, chosen: string])[] = [
    ['subject', 'Onderwerp', doc.subject],
    ['greeting', 'Begroeting', doc.greeting ?? ''],
    [
      'story',
      'Verhaal',
      doc.story?.title ? `${doc.story.title}, van ${doc.story.displayName}` : '',
    ],
    ['dates', 'Datums', sayDates(doc.dates)],
    ['news', 'Nieuws', doc.news.length ? titles(doc.news) : ''],
    ['call', 'Oproep', doc.call?.split('\n')[0] ?? ''],
  ]
  const task = tasks.find(([name]) => name === step)
  if (task) return <Task key={step} d={d} auth={auth} name={task[1]} step={task[0]} open={open} />
  return (
    <section className="box" aria-labelledby="inhoud-kop">
      <h2 id="inhoud-kop">Wat komt erin?</h2>
      <ul className="issue-tasks" ref={list}>
        {tasks.map(([name, words, chosen]) => (
          <li key={name} data-step={name}>
            <div>
              <b>{words}</b>
              <br />
              <span className="small muted">{chosen || 'Nog niets gekozen'}</span>
            </div>
            <PressButton
              second
              press={() => open(name)}
              label={`${chosen ? 'Verander' : 'Kies'} ${words.toLowerCase()}`}
            >
              {chosen ? 'Verander' : 'Kies'}
            </PressButton>
          </li>
        ))}
      </ul>
      <p className="small muted">
        Alles komt uit de site. Verandert het daar, dan verandert het hier mee, tot het verstuurd
        is.
      </p>
      <p role="status" className="small muted">
        {kept[d.saved] ?? (d.savedAt ? 'Bewaard.' : '')}
      </p>
    </section>
  )
}

const kept: Readonly<Record<string, string>> = {
  typing: 'Wordt bewaard…',
  saving: 'Wordt bewaard…',
  offline: 'Nog niet bewaard: er is geen verbinding. We proberen het opnieuw.',
  'waiting for sign-in': 'Nog niet bewaard: log opnieuw in.',
  refused: 'Nog niet bewaard.',
}

function Task({ d, auth, step, name, open }: Omit<Props, 'step'> & { step: string; name: string }) {
  const heading = useFocusOn<HTMLHeadingElement>(step)
  return (
    <section className="box stack" aria-labelledby="taak">
      <h2 id="taak" ref={heading} tabIndex={-1}>
        {name}
      </h2>
      {step === 'subject' && <Subject d={d} />}
      {step === 'greeting' && (
        <AreaField
          name="greeting"
          label="Begroeting"
          hint="Twee zinnen zijn genoeg."
          rows={3}
          max={limits.Issue.greeting.maxLength}
          value={d.doc.greeting ?? ''}
          onChange={greeting => d.set({ greeting: greeting || undefined })}
        />
      )}
      {['story', 'dates', 'news', 'call'].includes(step) && <Picks d={d} auth={auth} step={step} />}
      <p>
        <PressButton
          press={() => {
            if (d.saved === 'typing') void d.save()
            open()
          }}
        >
          Klaar
        </PressButton>
      </p>
    </section>
  )
}

function Subject({ d: { doc, set } }: Pick<Props, 'd'>) {
  const word = tells(doc.subject)
  return (
    <>
      <TextField
        name="subject"
        label="Onderwerp"
        hint="Liever geen woord over gezondheid: anderen kunnen meekijken in iemands mail."
        max={limits.Issue.subject.maxLength}
        value={doc.subject}
        onChange={subject => set({ subject })}
      />
      <p role="status" className={word && 'alert'}>
        {word && `In het onderwerp staat ‘${word}’. Dat kan iets verraden over wie de mail krijgt.`}
      </p>
      <TextField
        name="preheader"
        label="Regel eronder"
        hint="Die zie je in een mailprogramma naast het onderwerp."
        optional
        max={limits.Issue.preheader.maxLength}
        value={doc.preheader ?? ''}
        onChange={preheader => set({ preheader: preheader || undefined })}
      />
    </>
  )
}

function Picks({ d, auth, step }: Pick<Props, 'd' | 'auth'> & { step: string }) {
  const read = useRead(auth, '/api/newsletter/choices')
  if (!read.data)
    return <Loaded of={read} wait="Even geduld, de keuzes worden geladen." what="de keuzes" />
  const c = read.data
  if (step === 'story') return <Story d={d} of={c.stories} />
  if (step === 'dates') return <Dates d={d} of={c.dates} />
  if (step === 'news') return <News d={d} of={c.news} />
  return <Call d={d} of={c.calls} />
}

const none = '-'

function Story({ d, of }: Pick<Props, 'd'> & { of: Choices['stories'] }) {
  const may = of.filter(s => s.may)
  const not = of.filter(s => !s.may)
  return (
    <>
      <ChoiceField
        name="story"
        label="Welk verhaal?"
        value={d.doc.story?.id ?? none}
        onChange={id => {
          const s = may.find(one => one.id === id)
          d.set({
            story: s && { id: s.id, title: s.title, displayName: s.displayName, text: s.text },
          })
        }}
        options={[
          ...may.map(
            s =>
              [
                s.id ?? '',
                `${s.title}, ${s.displayName}`,
                s.told ? `Stond in ‘${s.told}’.` : 'Toestemming ook voor de nieuwsbrief.',
              ] as const,
          ),
          [none, 'Geen verhaal'] as const,
        ]}
      />
      {not.length > 0 && (
        <details>
          <summary>{many(not.length, '1 verhaal mag er niet in')}</summary>
          <p>De verteller gaf alleen toestemming voor de site.</p>
          <ul className="list">
            {not.map(s => (
              <li key={s.id}>{s.title}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** By activity: of what is there every day nobody reads past sixty dates. */
function Dates({ d, of }: Pick<Props, 'd'> & { of: Choices['dates'] }) {
  const chosen = d.doc.dates.map(c => c.occurrenceId)
  const gone = d.doc.dates.filter(c => of.every(o => o.occurrenceId !== c.occurrenceId))
  const [first] = useState(chosen)
  const names = [...new Set(of.map(o => o.title))].sort((a, b) => a.localeCompare(b, 'nl'))
  return (
    <>
      <p>Kies eerst de activiteit. Drie datums is genoeg.</p>
      {names.map((name, i) => {
        const own = of.filter(o => o.title === name)
        const n = own.filter(o => chosen.includes(o.occurrenceId)).length
        return (
          <details key={name} open={own.some(o => first.includes(o.occurrenceId))}>
            <summary>
              {name}, {many(own.length, '1 datum')}
              {n > 0 && `, ${n} gekozen`}
            </summary>
            <TicksField
              name={'dates-' + i}
              label={'Welke datums van ' + name + '?'}
              value={chosen}
              onChange={ids => {
                const others = own.map(o => o.occurrenceId)
                const all = [...chosen.filter(c => !others.includes(c)), ...ids]
                d.set({ dates: of.filter(o => all.includes(o.occurrenceId)) })
              }}
              options={own.map(
                o => [o.occurrenceId, fullDay(o.start), span(o.start, o.end)] as const,
              )}
            />
          </details>
        )
      })}
      {gone.length > 0 && (
        <p className="alert">{sayDates(gone)}: geweest, of gaat niet door. Dit gaat niet mee.</p>
      )}
      {of.length === 0 && <p>Er zijn geen datums die nog komen.</p>}
    </>
  )
}

const News = ({ d, of }: Pick<Props, 'd'> & { of: Choices['news'] }) =>
  of.length === 0 ? (
    <p>Er is nu geen nieuws op de site.</p>
  ) : (
    <TicksField
      name="news"
      label="Welk nieuws?"
      value={d.doc.news.map(n => n.id)}
      onChange={ids => d.set({ news: of.filter(o => ids.includes(o.id)) })}
      options={of.map(o => [o.id, o.title, o.summary] as const)}
    />
  )

const Call = ({ d, of }: Pick<Props, 'd'> & { of: Choices['calls'] }) => (
  <>
    {of.length > 0 && (
      <ChoiceField
        name="role"
        label="Waarvoor zoeken we iemand?"
        value={of.find(c => c.text === d.doc.call)?.id ?? (d.doc.call ? '' : none)}
        onChange={id => d.set({ call: of.find(c => c.id === id)?.text })}
        options={[
          ...of.map(c => [c.id, c.text.split('\n')[0] ?? ''] as const),
          [none, 'Geen oproep'] as const,
        ]}
      />
    )}
    <AreaField
      name="call"
      label="Tekst van de oproep"
      rows={4}
      max={limits.Issue.call.maxLength}
      value={d.doc.call ?? ''}
      onChange={call => d.set({ call: call || undefined })}
    />
  </>
)
