import type { FormEvent } from 'react'
import { useNavigate } from '../../../router'
import * as to from '../../../paths'
import type { AgendaQuery } from '../../../paths'
import { Icon } from '../../../ui/Icon'
import { cross, down } from '../../../ui/icons'
import { PageLink } from '../../../ui/PageLink'
import { changed, chosenWords, isFiltered, kinds, ticks, weekdays } from './filters'

/**
 * Choices as links, day, kind and search as a plain GET form: all of it works as it is, without
 * JavaScript.
 */
export function Filters({ query }: { query: AgendaQuery }) {
  const go = useNavigate()
  const submit = (e: FormEvent<HTMLFormElement>) => {
    e.preventDefault()
    const given = new FormData(e.currentTarget)
    const text = (name: string) => String(given.get(name) ?? '').trim() || undefined
    void go(
      to.agenda(changed(query, { dag: text('dag'), soort: text('soort'), zoek: text('zoek') })),
    )
  }
  return (
    <form
      className="filters stack"
      method="get"
      action={to.agenda()}
      role="search"
      onSubmit={submit}
      key={JSON.stringify([query.dag, query.soort, query.zoek])}
    >
      <h2 className="sr">Kies wat je wilt zien</h2>
      <div className="choose">
        {ticks.map(t => (t.folded ? null : <Tick key={t.name} {...t} query={query} />))}
        <details>
          <summary className="chip">
            Kies
            <span className="sr"> dag, soort of zoek</span>
            <Icon of={down} />
          </summary>
          <Panel query={query} />
        </details>
      </div>
      {isFiltered(query) && (
        <p>
          {chosenWords(query)}
          <PageLink className="chip-clear" to={to.agenda()}>
            Wis alle keuzes
          </PageLink>
        </p>
      )}
    </form>
  )
}

function Tick({
  name,
  words,
  query,
}: {
  name: (typeof ticks)[number]['name']
  words: string
  query: AgendaQuery
}) {
  const on = query[name] === '1'
  return (
    <PageLink
      className="chip"
      to={to.agenda(changed(query, { [name]: on ? undefined : '1' }))}
      aria-current={on ? 'true' : undefined}
    >
      {on && <Icon of={cross} />}
      {words}
      {on && <span className="sr"> (gekozen, haal weg)</span>}
    </PageLink>
  )
}

const Panel = ({ query }: { query: AgendaQuery }) => (
  <div className="panel">
    {ticks.map(
      ({ name }) => query[name] && <input key={name} type="hidden" name={name} value="1" />,
    )}
    <p>{ticks.map(t => t.folded && <Tick key={t.name} {...t} query={query} />)}</p>
    <div>
      <label className="label" htmlFor="zoek">
        Zoek in het programma
      </label>
      <input
        className="input"
        id="zoek"
        name="zoek"
        type="search"
        maxLength={100}
        autoComplete="off"
        defaultValue={query.zoek}
      />
    </div>
    <div className="grid grid-2">
      <Choose
        name="dag"
        label="Dag"
        all="Alle dagen"
        value={query.dag}
        options={weekdays.map(d => [d, d])}
      />
      <Choose name="soort" label="Soort" all="Alle soorten" value={query.soort} options={kinds} />
    </div>
    <p>
      <button className="btn" type="submit">
        Toon
      </button>
    </p>
  </div>
)

interface ChooseProps {
  name: string
  label: string
  all: string
  value: string | undefined
  options: [value: string, words: string][]
}

const Choose = ({ name, label, all, value, options }: ChooseProps) => (
  <div>
    <label className="label" htmlFor={name}>
      {label}
    </label>
    <select className="input" id={name} name={name} defaultValue={value ?? ''}>
      <option value="">{all}</option>
      {options.map(([v, words]) => (
        <option key={v} value={v}>
          {words}
        </option>
      ))}
    </select>
  </div>
)
