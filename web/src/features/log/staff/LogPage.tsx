import { useState } from 'react'
import { useLocation, useNavigate } from '../../../router'
import type { components } from '../../../api/schema.gen'
import { coatRack } from '../../../drawings/coatRack'
import { Drawing } from '../../../drawings/Drawing'
import type { ScreenProps } from '../../../page'
import { Back } from '../../../staff/Back'
import { DayField, SelectField } from '../../../staff/fields'
import { PagedTable, sayTerm } from '../../../staff/lists/inbox'
import { sayRoles } from '../../../staff/roles'
import { usePaged } from '../../../staff/api/usePaged'
import { useRead } from '../../../staff/api/useRead'
import { sayMoment } from '../../../staff/words'
import { editOf } from '../../../screens'
import { PageLink } from '../../../ui/PageLink'
import { EmptyState } from '../../../ui/EmptyState'
import { foldLooks, sayAct, sayKind, sayReason, sayWho } from './words'

type Entry = components['schemas']['AuditEntry']
type Answer = components['schemas']['AuditList']

const filters = ['wie', 'soort', 'van', 'tot'] as const

/**
 * `/beheer/logboek`: who did what, and who looked at personal data. Everybody sees what is their
 * own; some see all of it.
 */
export default function LogPage({ auth }: ScreenProps) {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const words = new URLSearchParams(search)
  const query = Object.fromEntries(filters.map(f => [f, words.get(f) ?? '']))
  const list = usePaged(auth, '/api/audit', { query })
  const { data: choices } = useRead(auth, '/api/audit')
  return (
    <div className="wrap page stack">
      <Back />
      <h1>Logboek</h1>
      <p>
        {choices && !choices.all
          ? 'Wat je zelf bekeek en veranderde.'
          : 'Wie wat deed, en wie persoonsgegevens bekeek.'}
        {choices && ` Na ${sayTerm(choices.keepDays)} wissen we het.`}
      </p>
      <Filters
        key={search}
        words={words}
        choices={choices}
        choose={q => void navigate(pathname + (q && '?' + q), { replace: true })}
      />
      <PagedTable<Entry & { times: number }>
        list={{ ...list, items: foldLooks(list.items) }}
        caption="Logboek"
        heads={['Wanneer', 'Wie', 'Wat', 'Welke']}
        empty={
          <EmptyState drawing={<Drawing of={coatRack} />}>
            <p>Niets gevonden in deze periode.</p>
          </EmptyState>
        }
        row={e => (
          <tr key={e.no}>
            <th scope="row">{sayMoment(e.at)}</th>
            <td data-l="Wie">
              {sayWho(e)}
              {e.roles.length > 0 && ` (${sayRoles(e.roles)})`}
            </td>
            <td data-l="Wat">
              {sayAct(e.action, e.kind, e.title)}
              {e.times > 1 && `: ${e.times} keer`}
              {e.reason && (
                <>
                  <br />
                  {sayReason(e.action, e.reason)}
                </>
              )}
            </td>
            <td data-l={e.objectId ? 'Welke' : undefined}>{sayWhich(e)}</td>
          </tr>
        )}
      />
    </div>
  )
}

function Filters({
  words,
  choices,
  choose,
}: {
  words: URLSearchParams
  choices: Answer | undefined
  choose(query: string): void
}) {
  const [at, set] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(filters.map(f => [f, words.get(f) ?? ''])),
  )
  const field = (name: (typeof filters)[number]) => ({
    name,
    value: at[name] ?? '',
    onChange: (v: string) => set({ ...at, [name]: v }),
  })
  return (
    <form
      className="box"
      role="search"
      aria-label="Zoek in het logboek"
      onSubmit={e => {
        e.preventDefault()
        choose(new URLSearchParams(Object.entries(at).filter(([, v]) => v)).toString())
      }}
    >
      <div className="grid grid-4">
        {choices?.all && (
          <SelectField
            {...field('wie')}
            label="Wie"
            options={[['', 'Iedereen'], ...choices.staff.map(p => [p.uid, sayWho(p)] as const)]}
          />
        )}
        <SelectField
          {...field('soort')}
          label="Soort"
          options={[['', 'Alles'], ...(choices?.kinds ?? []).map(k => [k, sayKind(k)] as const)]}
        />
        <DayField {...field('van')} label="Van" />
        <DayField {...field('tot')} label="Tot en met" />
      </div>
      <button className="btn btn-2" type="submit">
        Zoek
      </button>
    </form>
  )
}

/** What it is called, else its number. */
function sayWhich({ kind, objectId, title }: Entry) {
  if (!objectId) return null
  if (!title) return <code>{objectId}</code>
  const path = editOf(kind, objectId)
  return path ? <PageLink to={path}>{title}</PageLink> : title
}
