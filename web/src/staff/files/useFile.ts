import { useEffect, useRef, useState } from 'react'
import type { Auth } from '../../auth/types'
import { useRetry } from '../useRetry'
import { changeFile, type FileChange, type LibraryFile, readFile } from './library'

export interface Known {
  file: LibraryFile | undefined
  failed: boolean
  /** It failed because the file is gone for good. */
  missing: boolean
  /** Shows at once, and keeps it; what cannot be kept is told. */
  change(change: FileChange): void
  put(file: LibraryFile): void
  again(): void
  saved: 'saved' | 'saving' | 'failed'
}

/**
 * A file of the library on a screen. Changes go one after the other, so that none overtakes
 * another; what came while one was on its way goes together.
 */
export function useFile(auth: Auth, id: string | undefined): Known {
  const [file, setFile] = useState<LibraryFile>()
  const [failed, setFailed] = useState(false)
  const [missing, setMissing] = useState(false)
  const [saved, setSaved] = useState<Known['saved']>('saved')
  const [turn, setTurn] = useState(0)
  const line = useRef<Line>(undefined)
  useEffect(() => {
    let here = true
    const mine = (line.current = new Line(
      auth,
      f => here && setFile(f),
      s => here && setSaved(s),
    ))
    setFailed(false)
    setMissing(false)
    if (id) {
      readFile(auth, id).then(
        f => here && mine.put(f),
        (e: Error) => {
          if (here) setMissing(e.message === '404')
          if (here) setFailed(true)
        },
      )
    }
    return () => {
      here = false
    }
  }, [auth, id, turn])
  const again = () => setTurn(t => t + 1)
  useRetry(auth, failed && !missing, again)
  return {
    file: file?.id === id ? file : undefined,
    failed,
    missing,
    saved,
    change: c => line.current?.add(c),
    put: f => line.current?.put(f),
    again,
  }
}

/** The changes of one file, in their order. */
class Line {
  private file?: LibraryFile
  private waiting: FileChange | undefined
  private going = false

  constructor(
    private readonly auth: Auth,
    private readonly show: (file: LibraryFile) => void,
    private readonly tell: (saved: Known['saved']) => void,
  ) {}

  put(file: LibraryFile) {
    this.show((this.file = file))
  }

  add(change: FileChange) {
    if (!this.file) return
    this.waiting = { ...this.waiting, ...change }
    this.show(mended(this.file, this.waiting))
    if (!this.going) void this.run()
  }

  private async run() {
    this.going = true
    this.tell('saving')
    try {
      while (this.waiting && this.file) {
        const change = this.waiting
        this.waiting = undefined
        this.file = await changeFile(this.auth, this.file, change).catch(e => {
          this.waiting = { ...change, ...this.waiting }
          throw e
        })
        this.show(this.waiting ? mended(this.file, this.waiting) : this.file)
      }
      this.tell('saved')
    } catch {
      this.tell('failed') // it stays on the screen and goes along with the next change
    }
    this.going = false
  }
}

function mended(file: LibraryFile, { focalX, focalY, ...words }: FileChange): LibraryFile {
  const media = file.media && {
    ...file.media,
    ...(focalX === undefined ? {} : { focalX }),
    ...(focalY === undefined ? {} : { focalY }),
  }
  return { ...file, ...words, ...(media ? { media } : {}) }
}
