import { many } from '../count'
import { useEffect, useState, type ComponentType } from 'react'
import { loadPage } from '../../api/read'
import { api as open } from '../../api/client'
import type { Auth } from '../../auth/types'
import { useHead } from '../../head'
import type { Announcement } from '../../layout/dismissed'
import { canShow } from '../../layout/canShow'
import { match } from '../../match'
import { useStore, type Asked, type PageProps, type ScreenProps } from '../../page'
import { Icon } from '../../ui/Icon'
import { arrowLeft } from '../../ui/icons'
import { PageLink } from '../../ui/PageLink'
import { PressButton } from '../../ui/PressButton'
import { Gone } from '../../ui/Photo'
import { draftAt } from '../drafts'
import type { components } from '../../api/schema.gen'
import * as to from '../../paths'
import { previewOf } from '../../screens'
import { plain, type Doc } from './rich/doc'
import { Missed, Waiting } from '../States'
import { apiAt, asked } from '../api/client'

type Page = ComponentType<PageProps<unknown>>
type Seen =
  | { is: 'loading' | 'failed' | 'missing' }
  | {
      is: 'known'
      Page: Page
      data: unknown
      params: Record<string, string>
      told: Announcement | undefined
    }

/** `/beheer/voorbeeld/:kind/:id`: what is written, in the page and the frame that visitors get. */
export default function PreviewPage({ auth, params: { kind = '', id = '' } }: ScreenProps) {
  const shown = previewOf(kind, id)
  const [turn, again] = useState(0)
  const seen = useSeen(auth, kind, id, turn)
  const told = seen.is === 'known' ? seen.told : undefined
  const front = useInFront(told)
  useHead({ title: 'Voorbeeld – Herstelruimte', robots: 'noindex', neutral: true })
  const asked: Asked = { search: '' }
  return (
    <>
      <aside className="staff preview-bar" aria-label="Voorbeeld">
        <div className="wrap">
          <p>
            <strong>Zo ziet een bezoeker het</strong>
            {told && ` · ${sayDelay(told.delayMs / 1000)}`}
          </p>
          {front.again && (
            <PressButton second press={front.again}>
              Laat de melding nog een keer zien
            </PressButton>
          )}
          {shown && (
            <PageLink className="back" to={shown.edit}>
              <Icon of={arrowLeft} />
              Terug naar bewerken
            </PageLink>
          )}
        </div>
      </aside>
      {seen.is === 'known' ? (
        <Gone value={<p className="photo-gone">Foto is verwijderd</p>}>
          <seen.Page data={seen.data} params={seen.params} {...asked} />
        </Gone>
      ) : (
        <div className="wrap page stack">
          <h1>Voorbeeld</h1>
          {seen.is === 'loading' && <Waiting words="Even geduld, het voorbeeld wordt geladen." />}
          {seen.is === 'failed' && (
            <Missed what="het voorbeeld" again={() => again(n => n + 1)} busy={false} />
          )}
          {seen.is === 'missing' && <p>Hiervan is geen voorbeeld.</p>}
        </div>
      )}
      {front.dialog}
    </>
  )
}

const sayDelay = (s: number) =>
  s === 0
    ? 'De melding komt meteen.'
    : `De melding komt na ${String(s).replace('.', ',')} ${many(s, 'seconde.')}`

/**
 * An announcement comes in front of the page after its delay, whatever its period, as with
 * `?forceAnnouncement=1`.
 */
function useInFront(of: Announcement | undefined) {
  const [Dialog, load] =
    useState<ComponentType<{ of: Announcement; exit: boolean; done(): void }>>()
  const [closed, close] = useState(false)
  useEffect(() => {
    if (!of || closed || !canShow()) return
    const timer = setTimeout(
      () =>
        void import('../../layout/AnnouncementDialog').then(
          m => load(() => m.AnnouncementDialog),
          () => undefined,
        ),
      of.delayMs,
    )
    return () => {
      clearTimeout(timer)
      load(undefined)
    }
  }, [of, closed])
  return {
    dialog:
      of && Dialog && !closed ? <Dialog of={of} exit={false} done={() => close(true)} /> : null,
    again: closed ? () => close(false) : undefined,
  }
}

/** The public page with its own reads, but for the one that the preview answers. */
function useSeen(auth: Auth, kind: string, id: string, turn: number): Seen {
  const store = useStore()
  const [seen, set] = useState<Seen>({ is: 'loading' })
  useEffect(() => {
    let here = true
    const look = async (): Promise<Seen> => {
      const shown = previewOf(kind, id)
      const path = shown?.path === 'first date' ? await firstDate() : shown?.path
      const found = path === undefined ? undefined : match(path)
      if (!shown || !found?.page.module) return { is: 'missing' }
      const { read = '' } = shown
      const whole = shown.path === 'first date' // of it the preview is only a part
      const { [whole ? '' : read]: _, ...data } = found.page.data ?? {}
      const [answer, rest, module] = await Promise.all([
        asked(apiAt(auth, 'GET', draftAt(kind, id) + '/preview')),
        loadPage({ ...found.page, data }, found.params, ''),
        store.module(found.page.module),
      ])
      if (answer.status === 404) return { is: 'missing' }
      if (answer.is !== 'done' || !module || rest.status >= 500) return { is: 'failed' }
      const preview = answer.data
      return {
        is: 'known',
        Page: module.default,
        params: found.params,
        data: whole
          ? practical(rest.data ?? {}, preview)
          : read
            ? { ...rest.data, [read]: preview }
            : rest.data,
        told: read ? undefined : (preview as Announcement),
      }
    }
    set({ is: 'loading' })
    look()
      .catch((): Seen => ({ is: 'failed' }))
      .then(next => {
        if (here) set(next)
      })
    return () => {
      here = false
    }
  }, [auth, kind, id, turn, store])
  return seen
}

type Schemas = components['schemas']

/** Where somebody comes who signs up for the first date that is open, else for the first of all. */
async function firstDate(): Promise<string | undefined> {
  const { data, response } = await open.GET('/api/occurrences')
  if (!data) throw new Error(String(response.status))
  const { soon, items } = data
  const first = soon?.[0] ?? items[0]
  return first && to.sequel(first.activityId, first.id)
}

/** The text has no form there: a line is a paragraph. */
function practical(data: Record<string, unknown>, preview: unknown) {
  const { title, blocks } = preview as { title: string; blocks: { body: Doc }[] }
  const text = blocks.flatMap(b =>
    plain(b.body)
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean),
  )
  return {
    ...data,
    date: {
      ...(data['date'] as object),
      practical: { title, text } satisfies Schemas['Practical'],
    },
  }
}
