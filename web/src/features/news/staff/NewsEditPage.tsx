import * as limits from '../../../api/limits.gen'
import type { ScreenProps } from '../../../page'
import * as to from '../../../paths'
import { EditorFrame } from '../../../staff/editor/EditorFrame'
import { AreaField, TextField, TickField, useFault } from '../../../staff/fields'
import { PictureField } from '../../../staff/editor/PictureField'
import { HelpPanel } from '../../../staff/editor/rich/HelpPanel'
import { RichTextField } from '../../../staff/editor/rich/RichTextField'
import { mayWrite } from '../../../staff/roles'
import { useDraft, type Draft } from '../../../staff/editor/useDraft'
import { useId, useOwnAddress } from '../../../staff/editor/useNew'
import { useRead } from '../../../staff/api/useRead'
import { textOf } from '../../../staff/textOf'
import { at } from '../../../screens'
import { Icon } from '../../../ui/Icon'
import { circleAlert } from '../../../ui/noticeIcons'
import { freshNews, newsSpeech, sayInstead, type News } from './news'

/** `/addnewsitem` and `/editnews/:n`. */
export default function NewsEditPage({ auth, user, params }: ScreenProps) {
  const made = params['n'] === undefined
  const id = useId(params['n'], 'nws_', user.uid)
  const d = useDraft(auth, 'news', id, made ? freshNews : undefined)
  useOwnAddress(d, made, at('newsItem', id))
  return (
    <EditorFrame
      auth={auth}
      user={user}
      draft={d}
      speech={newsSpeech}
      title={made ? 'Nieuw bericht' : 'Bericht'}
      heading={d.draft && d.doc?.title}
      back={{ to: at('news'), words: 'Nieuws' }}
      write={mayWrite(user, 'redactie', 'coordinator')}
      publicAt={to.newsItem(id)}
    >
      {d.is === 'ready' && <Fields d={d} auth={auth} />}
    </EditorFrame>
  )
}

/** Which item loses its place on top once this one is published. */
function Instead({ auth, of }: { auth: ScreenProps['auth']; of: string }) {
  const { data } = useRead(auth, '/api/drafts/{kind}', {
    path: { kind: 'news' },
    query: { status: 'pinned' },
  })
  const other = data?.items.find(
    n => n.id !== of && (n.status === 'published' || n.status === 'scheduled'),
  )
  return (
    <p role="status" className={other && 'alert'}>
      {other && (
        <>
          <Icon of={circleAlert} />
          <span>{sayInstead(other)}</span>
        </>
      )}
    </p>
  )
}

function Fields({ d, auth }: { d: Draft<News>; auth: ScreenProps['auth'] }) {
  const { doc, set, place, settle } = d
  const text = textOf(doc, set)
  return (
    <>
      <TextField
        {...text('title', limits.NewsItem.title)}
        label="Titel"
        hint="Zeg meteen waar het over gaat."
      />
      <AreaField
        {...text('summary', limits.NewsItem.summary)}
        label="Samenvatting"
        hint="Eén of twee zinnen, voor in de lijst."
      />
      <div>
        <RichTextField
          name="body"
          label="Tekst"
          images
          value={doc.body}
          onChange={body => set({ body })}
          error={useFault('body')}
          auth={auth}
        />
        <HelpPanel of={doc.body} until={place.until} />
      </div>
      <PictureField
        name="image"
        label="Foto"
        hint="Niet verplicht."
        value={doc.image}
        onChange={image => set({ image })}
        auth={auth}
      />
      <TextField
        {...text('author')}
        label="Van wie"
        hint="Een rol, zoals Redactie. Liever geen naam."
        short
      />
      <TickField
        name="pinned"
        label="Zet dit bericht bovenaan"
        hint="Er kan één bericht bovenaan staan. Een ander bericht dat daar nu staat, gaat gewoon in de lijst."
        value={place.pinned ?? false}
        onChange={pinned => settle({ pinned: pinned || undefined })}
      />
      {place.pinned && <Instead key={d.draft?.publishedAt} auth={auth} of={d.id} />}
    </>
  )
}
