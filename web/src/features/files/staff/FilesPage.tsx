import '../../../staff/files/files.css'
import { sayFound } from '../../../staff/words'
import { useLocation, useNavigate } from '../../../router'
import { coatRack } from '../../../drawings/coatRack'
import { Drawing } from '../../../drawings/Drawing'
import type { ScreenProps } from '../../../page'
import { Back } from '../../../staff/Back'
import { Chips } from '../../../staff/lists/Chips'
import { type Asked, type LibraryFile } from '../../../staff/files/library'
import { Missed, Waiting } from '../../../staff/States'
import { UploadBox } from '../../../staff/upload/UploadBox'
import { usePaged } from '../../../staff/api/usePaged'
import type { Params } from '../../../staff/api/useRead'
import { at } from '../../../screens'
import { EmptyState } from '../../../ui/EmptyState'
import { PressButton } from '../../../ui/PressButton'
import { FileRow } from './FileRow'
import { Search } from './Search'
import { kinds, statuses } from './words'

/** `/beheer/bestanden`: what the house has of photos and pdfs, and new ones. */
export default function FilesPage({ auth, user }: ScreenProps) {
  const { asked, choose } = useAsked()
  const list = usePaged(auth, '/api/files', { query: asked as Params<'/api/files'>['query'] })
  const navigate = useNavigate()
  const writes = user.roles.some(r => r !== 'beheerder')
  const describe = (f: LibraryFile) => void navigate(at('file', f.id))
  return (
    <div className="wrap page stack">
      <Back />
      <h1>Bestanden</h1>
      <p>Foto's en pdf's die je in teksten kunt gebruiken.</p>
      {writes && (
        <section className="box" aria-labelledby="nieuw">
          <h2 id="nieuw">Nieuw bestand</h2>
          <UploadBox auth={auth} purpose="image" arrived={describe} />
          <UploadBox auth={auth} purpose="document" arrived={describe} />
        </section>
      )}
      <Search value={asked.zoek ?? ''} search={zoek => choose({ zoek })} />
      <Chips label="Soort" of={kinds} now={asked.soort} choose={soort => choose({ soort })} />
      <Chips
        label="Laat zien"
        of={statuses}
        now={asked.status}
        choose={status => choose({ status })}
      />
      {list.is === 'loading' && <Waiting words="Even geduld, de lijst wordt geladen." />}
      {list.is === 'failed' && <Missed what="de lijst" again={list.again} busy={list.busy} />}
      {list.is === 'known' && (
        <>
          <p role="status" className="sr">
            {sayFound(list)}
          </p>
          {list.items.length === 0 ? (
            <Nothing asked={asked} />
          ) : (
            <ul className="rows">
              {list.items.map(f => (
                <FileRow key={f.id} of={f} />
              ))}
            </ul>
          )}
          {list.more && (
            <p>
              <PressButton second press={list.next} busy={list.busy}>
                Laat meer zien
              </PressButton>
            </p>
          )}
        </>
      )}
    </div>
  )
}

/** The choice stands in the address, so that back and a reload keep it. */
function useAsked(): { asked: Asked; choose(next: Asked): void } {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const words = new URLSearchParams(search)
  const asked: Asked = Object.fromEntries(
    ['zoek', 'soort', 'status'].map(w => [w, words.get(w) ?? '']),
  )
  const choose = (next: Asked) => {
    const query = new URLSearchParams(
      Object.entries({ ...asked, ...next }).filter(([, v]) => v),
    ).toString()
    void navigate(pathname + (query && '?' + query), { replace: true })
  }
  return { asked, choose }
}

const Nothing = ({ asked }: { asked: Asked }) => (
  <EmptyState drawing={<Drawing of={coatRack} />}>
    <p>
      {asked.zoek || asked.soort || asked.status
        ? 'Niets gevonden.'
        : 'Er zijn nog geen bestanden.'}
    </p>
  </EmptyState>
)
