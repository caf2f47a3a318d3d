import { useEffect, useState } from 'react'
import type { components } from '../../api/schema.gen'
import type { Revision } from '../drafts'
import type { Auth } from '../../auth/types'
import { PressButton } from '../../ui/PressButton'
import type { Speech } from './speech'
import { Missed, Waiting } from '../States'
import type { Draft } from './useDraft'
import { usePaged } from '../api/usePaged'
import { useRead } from '../api/useRead'
import { labelOf, Value } from './Value'
import { same } from './copy'
import { sayMoment } from '../words'

interface Props<T> {
  auth: Auth
  draft: Draft<T>
  speech: Speech<T>
  write: boolean
  restore(version: number): void
}

/** Earlier versions, folded until somebody asks for them. */
export function History<T>(props: Props<T>) {
  const [open, setOpen] = useState(false)
  return (
    <section className="box" aria-labelledby="versies">
      <h2 id="versies">Eerdere versies</h2>
      {open ? (
        <Versions key={props.draft.draft!.version} {...props} />
      ) : (
        <p>
          <PressButton second press={() => setOpen(true)}>
            Laat de versies zien
          </PressButton>
        </p>
      )}
    </section>
  )
}

type Row = components['schemas']['RevisionRow']

const acts: Readonly<Record<Row['act'], string>> = {
  save: 'Bewaard',
  publish: 'Gepubliceerd',
  hide: 'Onzichtbaar gemaakt',
  trash: 'In de prullenbak gelegd',
  untrash: 'Uit de prullenbak gehaald',
  restore: 'Oude versie teruggezet',
  undo: 'Ongedaan gemaakt',
  start: 'Begin',
  conflict: 'Niet gekozen versie',
}

function Versions<T>({ auth, draft: d, speech, write, restore }: Props<T>) {
  const list = usePaged(auth, '/api/drafts/{kind}/{id}/revisions', {
    path: { kind: d.kind, id: d.id },
  })
  const [pair, setPair] = useState<readonly number[]>([])
  const newest = list.items[0]?.version
  useEffect(() => {
    if (newest !== undefined) setPair(p => (p.length ? p : [newest]))
  }, [newest])
  const pick = (v: number) =>
    setPair(p => (p.includes(v) ? p.filter(x => x !== v) : [...p, v].slice(-2)))
  if (list.is === 'loading') return <Waiting words="Even geduld, de versies worden geladen." />
  if (list.is === 'failed') return <Missed what="de versies" again={list.again} busy={list.busy} />
  const [old, young] = [...pair].sort((a, b) => a - b)
  return (
    <div className="stack">
      <p>Kies er twee om ze te vergelijken.</p>
      <ul className="rows">
        {list.items.map(r => (
          <li key={r.version}>
            <label className="attend">
              <input
                className="check"
                type="checkbox"
                checked={pair.includes(r.version)}
                onChange={() => pick(r.version)}
              />
              <span>
                <strong>{acts[r.act]}</strong>, {sayMoment(r.at)}
                {r.by.name && ` door ${r.by.name}`}
                {r.changed.length > 0 && (
                  <>
                    <br />
                    <span className="small muted">
                      {r.changed.map(n => labelOf(n, speech)).join(', ')}
                    </span>
                  </>
                )}
              </span>
            </label>
            {write && r.version !== newest && (
              <PressButton
                second
                press={() => restore(r.version)}
                label={`Zet terug: versie van ${sayMoment(r.at)}`}
              >
                Zet terug
              </PressButton>
            )}
          </li>
        ))}
      </ul>
      {list.more && (
        <p>
          <PressButton second press={list.next} busy={list.busy}>
            Laat meer zien
          </PressButton>
        </p>
      )}
      {old !== undefined && young !== undefined && (
        <Compared
          key={`${old}-${young}`}
          auth={auth}
          draft={d}
          speech={speech}
          old={old}
          young={young}
        />
      )}
    </div>
  )
}

function Compared<T>({
  auth,
  draft: d,
  speech,
  old,
  young,
}: {
  auth: Auth
  draft: Draft<T>
  speech: Speech<T>
  old: number
  young: number
}) {
  const path = '/api/drafts/{kind}/{id}/revisions/{n}'
  const at = { kind: d.kind, id: d.id }
  const a = useRead(auth, path, { path: { ...at, n: old } })
  const b = useRead(auth, path, { path: { ...at, n: young } })
  if (a.is === 'failed' || b.is === 'failed')
    return (
      <Missed
        what="de versies"
        again={() => {
          void a.again()
          void b.again()
        }}
        busy={false}
      />
    )
  if (!a.data || !b.data) return <Waiting words="Even geduld, de versies worden geladen." />
  const both = [a.data, b.data] as Revision<Record<string, unknown>>[]
  const [from, to] = both.map(v => v.doc)
  const names = [
    ...new Set([...Object.keys(speech.labels), ...both.flatMap(v => Object.keys(v.doc))]),
  ].filter(n => !same(from![n], to![n]))
  return (
    <section className="stack" aria-label="Twee versies naast elkaar">
      {names.length === 0 && <p role="status">De tekst is in beide versies hetzelfde.</p>}
      {names.map(n => (
        <div key={n} className="box">
          <h3>{labelOf(n, speech)}</h3>
          <div className="sides">
            {both.map(v => (
              <div key={v.version}>
                <p className="small muted">{sayMoment(v.at)}</p>
                <Value of={v.doc[n]} name={n} speech={speech} />
              </div>
            ))}
          </div>
        </div>
      ))}
    </section>
  )
}
