import type { LibraryFile } from '../../../staff/files/library'
import { Thumb } from '../../../staff/files/Thumb'
import { Tag } from '../../../staff/StatusTag'
import { sizeWords } from '../../../staff/upload/progress'
import { sayDay } from '../../../staff/words'
import { at } from '../../../screens'
import { PageLink } from '../../../ui/PageLink'
import { kindWords, peopleWords, titleOf, usesWords } from './words'

/** One file of the list: the whole row leads to it. */
export const FileRow = ({ of: f }: { of: LibraryFile }) => (
  <li>
    <div className="file-row">
      <Thumb of={f} />
      <div>
        <h2>
          <PageLink className="cover" to={at('file', f.id)}>
            {titleOf(f)}
          </PageLink>
        </h2>
        <p className="small muted">
          {kindWords[f.kind]} · {sizeWords(f.size)} · {sayDay(f.createdAt)}
        </p>
        {f.status === 'ready' && <Facts of={f} />}
        {f.status === 'trashed' && (
          <p>
            <span className="tag">Prullenbak</span>{' '}
            {f.goneAt && `Wordt gewist op ${sayDay(f.goneAt)}.`}
          </p>
        )}
        {f.status === 'withdrawn' && (
          <p>
            <span className="tag">Weggehaald</span>
          </p>
        )}
      </div>
    </div>
  </li>
)

const Facts = ({ of: f }: { of: LibraryFile }) => (
  <>
    {f.kind === 'image' && (
      <p className="small">
        {f.decorative
          ? 'Alleen versiering'
          : f.alt || <span className="tag tag-late">Nog geen beschrijving</span>}
      </p>
    )}
    <p className="small">
      {f.public && (
        <>
          <Tag of="published" />{' '}
        </>
      )}
      {usesWords(f.uses)}
      {f.kind === 'image' && <> · {peopleWords[f.people]}</>}
    </p>
  </>
)
