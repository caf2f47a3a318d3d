import { useBusy } from '../../../staff/useBusy'
import { useEffect, useRef, useState } from 'react'
import type { Auth } from '../../../auth/types'
import { fileAt, type LibraryFile } from '../../../staff/files/library'
import { Icon } from '../../../ui/Icon'
import { triangleAlert } from '../../../ui/noticeIcons'
import { PressButton } from '../../../ui/PressButton'
import { usesWords } from './words'
import { apiAt, asked, ifStill } from '../../../staff/api/client'

interface Props {
  auth: Auth
  of: LibraryFile
  put(file: LibraryFile): void
  again(): void
}

type Act = 'withdraw' | 'trash' | 'untrash'

const did: Readonly<Record<Act, string>> = {
  withdraw: 'Overal weggehaald.',
  trash: 'In de prullenbak.',
  untrash: 'Teruggezet.',
}

/** The end of a file: to the trash, or away everywhere at once. */
export function Acts({ auth, of: f, put, again }: Props) {
  const [busy, during] = useBusy()
  const [said, say] = useState('')
  const [sure, setSure] = useState(false)
  const line = useRef<HTMLParagraphElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const no = () => {
    setSure(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  const act = async (what: Act) => {
    if (busy) return
    say('')
    const init = { headers: ifStill(f.version) }
    const { data, status } = await during(
      asked(apiAt<LibraryFile>(auth, 'POST', `${fileAt(f.id)}/${what}`, init)),
      what,
    )
    setSure(false)
    if (data) put(data)
    if (status === 412) again()
    say(data ? did[what] : sayRefused(status || undefined))
    line.current?.focus()
  }
  return (
    <section className="box" aria-labelledby="weg">
      <h2 id="weg">Weghalen</h2>
      <p role="status" ref={line} tabIndex={-1}>
        {said}
      </p>
      {f.status === 'trashed' ? (
        <PressButton second press={() => void act('untrash')} busy={busy === 'untrash'}>
          Zet terug uit prullenbak
        </PressButton>
      ) : (
        <>
          <p>Staat dit nergens? Dan kun je het verwijderen. Je kunt het 30 dagen terugzetten.</p>
          <PressButton second press={() => void act('trash')} busy={busy === 'trash'}>
            Verwijder
          </PressButton>
        </>
      )}
      <p>
        {f.kind === 'image'
          ? 'Wil iemand op de foto niet meer op de site staan? Haal de foto dan overal weg.'
          : 'Mag dit bestand niet meer op de site staan? Haal het dan overal weg.'}
      </p>
      {sure ? (
        <Sure of={f} busy={busy === 'withdraw'} yes={() => void act('withdraw')} no={no} />
      ) : (
        <PressButton danger of={button} press={() => setSure(true)}>
          Haal overal weg
        </PressButton>
      )}
    </section>
  )
}

/** This cannot be undone, so it is asked. */
function Sure({
  of: f,
  busy,
  yes,
  no,
}: {
  of: LibraryFile
  busy: boolean
  yes(): void
  no(): void
}) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="alert alert-warn">
      <Icon of={triangleAlert} />
      <div>
        <h3 ref={title} tabIndex={-1}>
          Wil je dit overal weghalen?
        </h3>
        <p>
          {usesWords(f.uses)}. {f.uses > 0 && 'Daar verdwijnt het meteen. '}Dit kun je niet ongedaan
          maken.
        </p>
        <p className="row">
          <PressButton danger press={yes} busy={busy}>
            Ja, haal overal weg
          </PressButton>
          <PressButton second press={no}>
            Nee, laat staan
          </PressButton>
        </p>
      </div>
    </div>
  )
}

function sayRefused(status: number | undefined): string {
  if (status === 409)
    return 'Dit staat nog op de site. Haal het daar eerst weg, of kies hieronder voor overal weghalen.'
  if (status === 412)
    return 'Iemand heeft dit intussen veranderd. Kijk het na en probeer het opnieuw.'
  if (status === 403) return 'Hier heb je geen rechten voor. Vraag het aan de coördinator.'
  return 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.'
}
