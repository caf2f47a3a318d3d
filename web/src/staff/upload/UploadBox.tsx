import { useRef, useState, type ChangeEvent } from 'react'
import type { Auth } from '../../auth/types'
import { PressButton } from '../../ui/PressButton'
import type { LibraryFile } from '../files/library'
import { sayUpload, tooLarge } from '../files/words'
import { ActError } from '../ActError'
import type { Purpose } from './calls'
import { progressWords } from './progress'
import { unfinished } from './unfinished'
import { checkingWords, useUpload, waitsWords, type Uploading } from './useUpload'

interface Props {
  auth: Auth
  purpose: Purpose
  /** The id of the first button: where an error leads to. */
  id?: string | undefined
  arrived(file: LibraryFile): void
}

const kinds = { image: 'image/jpeg,image/png,image/webp', document: 'application/pdf' } as const

/**
 * Chooses a file of this device and sends it. What is typed elsewhere on the screen is saved
 * meanwhile.
 */
export function UploadBox({ auth, purpose, id, arrived }: Props) {
  const [refused, refuse] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const up = useUpload<LibraryFile>(auth, purpose, arrived)
  const going = up.now?.state === 'running' || up.now?.state === 'paused'
  const choose = (e: ChangeEvent<HTMLInputElement>) => {
    const file = e.target.files?.[0]
    e.target.value = '' // the same file may be chosen again
    if (!file) return
    const no = tooLarge(file, purpose)
    refuse(no)
    if (!no) up.start(file)
  }
  const stop = () => {
    up.cancel()
    box.current?.focus()
  }
  const wrong = refused ?? (up.now?.error && sayUpload(up.now.error, purpose))
  return (
    <div className="stack upload" ref={box} tabIndex={-1}>
      <p role="status" className="sr">
        {up.told}
      </p>
      {going ? (
        <Going up={up} stop={stop} />
      ) : (
        <>
          <ActError>{wrong}</ActError>
          {!wrong && <Reminder purpose={purpose} />}
          <div className="row">
            <FileButton id={id} accept={kinds[purpose]} choose={choose}>
              {purpose === 'image'
                ? 'Kies een foto van dit apparaat'
                : 'Kies een pdf van dit apparaat'}
            </FileButton>
            {purpose === 'image' && (
              <span className="on-touch">
                <FileButton accept="image/jpeg" camera choose={choose}>
                  Maak een foto
                </FileButton>
              </span>
            )}
          </div>
        </>
      )}
    </div>
  )
}

function Going({ up, stop }: { up: Uploading<LibraryFile>; stop(): void }) {
  const { state, received, total, follows, checking, waits } = up.now!
  const paused = state === 'paused'
  return (
    <div className="box">
      <p>
        <strong className="file-name">{up.name}</strong>
      </p>
      <p>
        {checking ? checkingWords : `${progressWords(received, total)} verstuurd.`}
        {paused && ' Het versturen staat stil.'}
        {waits && ` ${waitsWords}`}
        {follows && ' Dit gebeurt in een ander tabblad.'}
      </p>
      <progress value={received} max={total} aria-label={`Versturen van ${up.name}`} />
      <p className="row">
        <PressButton second press={paused ? up.resume : up.pause}>
          {paused ? 'Ga verder' : 'Pauze'}
        </PressButton>
        <PressButton second press={stop}>
          Stop
        </PressButton>
      </p>
    </div>
  )
}

/** What was under way when this page was left. */
function Reminder({ purpose }: { purpose: Purpose }) {
  const [left, set] = useState(() => unfinished.of(purpose))
  return left.map(one => (
    <div key={one.name + one.size} className="row row-between">
      <p>
        '{one.name}' is nog niet helemaal verstuurd. Kies hetzelfde bestand. Dan gaan we verder waar
        we waren.
      </p>
      <PressButton
        second
        press={() => {
          unfinished.drop(one)
          set(unfinished.of(purpose))
        }}
      >
        Laat maar
      </PressButton>
    </div>
  ))
}

interface ButtonProps {
  id?: string | undefined
  accept: string
  camera?: boolean
  choose(e: ChangeEvent<HTMLInputElement>): void
  children: string
}

/**
 * The words are the label of a file field: the keyboard finds the field, the ring stands around the
 * words.
 */
const FileButton = ({ id, accept, camera, choose, children }: ButtonProps) => (
  <label className="btn btn-2 file-button">
    <input
      type="file"
      className="sr"
      id={id}
      accept={accept}
      capture={camera ? 'environment' : undefined}
      onChange={choose}
    />
    {children}
  </label>
)
