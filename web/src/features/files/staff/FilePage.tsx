import '../../../staff/files/files.css'
import { useEffect, useRef } from 'react'
import type { ScreenProps } from '../../../page'
import { Back } from '../../../staff/Back'
import { Focal } from '../../../staff/files/Focal'
import { documentAt, type LibraryFile } from '../../../staff/files/library'
import { PeopleChoice } from '../../../staff/files/PeopleChoice'
import { useFile, type Known } from '../../../staff/files/useFile'
import { noPeople } from '../../../staff/files/words'
import { Missed, Waiting } from '../../../staff/States'
import { Tag } from '../../../staff/StatusTag'
import { sizeWords } from '../../../staff/upload/progress'
import { sayDay, sayMoment } from '../../../staff/words'
import { at } from '../../../screens'
import { PageLink } from '../../../ui/PageLink'
import { Photo } from '../../../ui/Photo'
import { PressButton } from '../../../ui/PressButton'
import { Acts } from './Acts'
import { Description } from './Description'
import { editorOf, kindWords, peopleWords, sortOf, titleOf, usesWords } from './words'

/** `/beheer/bestanden/:id`: what a file is, who is on it, where it stands, and its end. */
export default function FilePage({ auth, user, params }: ScreenProps) {
  const known = useFile(auth, params['id'])
  const { file: f, failed, again } = known
  const writes = user.roles.some(r => r !== 'beheerder')
  return (
    <div className="wrap page stack">
      <Back to={at('files')} words="Bestanden" />
      <h1 className="file-name">{f ? titleOf(f) : 'Bestand'}</h1>
      {!f &&
        (failed ? (
          <Missed what="dit bestand" again={again} busy={false} />
        ) : (
          <Waiting words="Even geduld, het bestand wordt geladen." />
        ))}
      {f?.status === 'withdrawn' && <Away of={f} />}
      {f && f.status !== 'withdrawn' && (
        <div className="two">
          <div className="stack">
            <Shown of={f} />
            {writes && f.status === 'ready' ? (
              <Editing of={f} known={known} />
            ) : (
              <FileFacts of={f} />
            )}
          </div>
          <div className="stack">
            <Places of={f} />
            {writes && <Acts auth={auth} of={f} put={known.put} again={again} />}
          </div>
        </div>
      )}
    </div>
  )
}

/** The button that did it is gone: these words have the focus. */
function Away({ of: f }: { of: LibraryFile }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) line.current?.focus()
  }, [])
  return (
    <p ref={line} tabIndex={-1} role="status">
      {f.kind === 'image' ? 'Deze foto is overal weggehaald.' : 'Dit bestand is overal weggehaald.'}
    </p>
  )
}

const Shown = ({ of: f }: { of: LibraryFile }) => (
  <>
    {f.media && (
      <Photo
        of={{ fileId: f.id, alt: f.alt, decorative: f.decorative }}
        media={{ [f.id]: f.media }}
        first
      />
    )}
    <p className="muted">
      {kindWords[f.kind]} · {f.media && `${f.media.width} bij ${f.media.height} beeldpunten · `}
      {sizeWords(f.size)}
    </p>
    <p className="muted">
      Toegevoegd op {sayMoment(f.createdAt)}
      {f.createdBy.name && ` door ${f.createdBy.name}`}.
    </p>
    {f.document && f.status === 'ready' && (
      <p>
        <a href={documentAt(f)}>Download de pdf</a>
      </p>
    )}
  </>
)

function Editing({ of: f, known: { change, saved } }: { of: LibraryFile; known: Known }) {
  return (
    <>
      <Description key={f.id} of={f} change={change} />
      {f.kind === 'image' && (
        <PeopleChoice
          of={f}
          hint={f.people === 'unknown' ? noPeople : undefined}
          choose={people => change({ people })}
        />
      )}
      {f.kind === 'image' && <Focal of={f} change={change} />}
      <p role="status">
        {saved === 'saving'
          ? 'Bezig met bewaren…'
          : saved === 'failed'
            ? 'Dit is nog niet bewaard. Controleer je internet.'
            : ''}
      </p>
      {saved === 'failed' && (
        <p>
          <PressButton second press={() => change({})}>
            Bewaar opnieuw
          </PressButton>
        </p>
      )}
    </>
  )
}

/** For who may only read. */
const FileFacts = ({ of: f }: { of: LibraryFile }) =>
  f.kind === 'image' && (
    <>
      <p>{f.decorative ? 'Alleen versiering' : f.alt || 'Nog geen beschrijving.'}</p>
      <p>{peopleWords[f.people]}</p>
    </>
  )

const Places = ({ of: f }: { of: LibraryFile }) => (
  <section className="box" aria-labelledby="plekken">
    <h2 id="plekken">Waar staat dit?</h2>
    <p>{f.uses === 0 ? 'Dit staat nog nergens.' : `${usesWords(f.uses)}.`}</p>
    {f.places && f.places.length > 0 && (
      <ul className="rows">
        {f.places.map(p => {
          const to = editorOf(p)
          const title = p.title || 'Zonder titel'
          return (
            <li key={p.id}>
              <span>
                {to ? <PageLink to={to}>{title}</PageLink> : title}{' '}
                <span className="small muted">{sortOf(p)}</span>
              </span>
              {p.published && <Tag of="published" />}
            </li>
          )
        })}
      </ul>
    )}
    {f.goneAt && <p>Wordt gewist op {sayDay(f.goneAt)}.</p>}
  </section>
)
