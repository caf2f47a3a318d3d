import { useBusy } from '../../../../staff/useBusy'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Asked } from '../../../../staff/api/client'
import type { Refusal } from '../../../../staff/drafts'
import { Waiting } from '../../../../staff/States'
import { PressButton } from '../../../../ui/PressButton'
import { none, said, ShowTrouble, troubleOf, type Not, type Trouble } from '../Trouble'

interface Change<C, D> {
  /** The question: of another one is looked anew. Undefined: only when asked to. */
  of: unknown
  /** Asks what it comes to. */
  look(): Promise<Asked<C>>
  /** Does what was shown; `how` when there are two ways. */
  send(seen: C, how: string): Promise<Asked<D>>
  done(answer: D, how: string, seen: C): void
  /** What is not done without a network. */
  not: Not
  /** Words of its own without a network. */
  offline?: string
  /** Words of its own for a refusal; `none` when the screen tells it elsewhere. */
  refused?(why: Refusal, at: 'look' | 'press'): Trouble | undefined
  /** Somebody changed what was shown: who, and what to do. */
  changed(was: C, now: C): string
  /** What stands around it is of before, too. */
  reload?(): unknown
}

export interface Changing<C> {
  /** What it comes to, as it was last seen. */
  shown: C | undefined
  /** It is of the question as it is now. */
  fresh: boolean
  looking: boolean
  /** Which button is busy. */
  busy: string
  trouble: Trouble
  look(): Promise<C | undefined>
  again(): void
  press(seen: C, how?: string): Promise<void>
  /** The numbers are of something else. */
  hide(): void
}

/**
 * What people are told about: what it comes to is shown before the press that does it, and when
 * somebody changed that meanwhile nothing is done and it is shown anew.
 */
export function useChange<C, D>(c: Change<C, D>): Changing<C> {
  const [known, know] = useState<{ of: string | undefined; seen: C }>()
  const [looking, setLooking] = useState(false)
  const [busy, during] = useBusy()
  const [trouble, setTrouble] = useState<Trouble>(none)
  const turn = useRef(0)
  const of = JSON.stringify(c.of) as string | undefined
  const refuse = (why: Asked<unknown>, at: 'look' | 'press') => {
    const own = why.is === 'offline' ? c.offline && said(c.offline) : c.refused?.(why, at)
    setTrouble(own || troubleOf(why, c.not))
  }
  const look = async () => {
    const mine = ++turn.current
    setLooking(true)
    const asked = await c.look()
    if (mine !== turn.current) return undefined // it is about something else since
    setLooking(false)
    if (asked.is === 'done') know({ of, seen: asked.data })
    else refuse(asked, 'look')
    return asked.data
  }
  useEffect(() => {
    if (of === undefined) return
    setTrouble(none)
    void look()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the question is all that counts
  }, [of])
  useEffect(() => () => void turn.current++, [])
  const again = async () => {
    setTrouble(none)
    await during(look(), 'again')
  }
  const send = async (seen: C, how: string) => {
    setTrouble(none)
    const pressed = await c.send(seen, how)
    if (pressed.status === 412) {
      const now = await look()
      c.reload?.()
      if (now) setTrouble(said(c.changed(seen, now)))
    } else if (pressed.is === 'done') c.done(pressed.data, how, seen)
    else refuse(pressed, 'press')
  }
  return {
    shown: known?.seen,
    fresh: known?.of === of,
    looking,
    busy,
    trouble,
    look,
    again: () => void again(),
    press: (seen, how = 'press') => during(send(seen, how), how),
    hide: () => know(undefined),
  }
}

interface Props<C> {
  of: Changing<C>
  /** On the button that does it. */
  words(seen: C): string
  /** The way back. */
  children: ReactNode
}

/** The end of the screen: what went wrong, the press that does it, and the way back. */
export function Confirm<C>({
  of: { shown, trouble, busy, again, press },
  words,
  children,
}: Props<C>) {
  return (
    <>
      <ShowTrouble of={trouble}>Laat dit scherm open. Bellen kan ook.</ShowTrouble>
      {!shown && trouble.is === 'none' && <Waiting words="We tellen wie het hoort." />}
      <p className="facts-row">
        {shown ? (
          <PressButton press={() => void press(shown)} busy={busy !== ''}>
            {words(shown)}
          </PressButton>
        ) : (
          trouble.is !== 'none' && (
            <PressButton press={again} busy={busy !== ''}>
              Probeer opnieuw
            </PressButton>
          )
        )}
        {children}
      </p>
    </>
  )
}

/** When the mails go: there is a way back, or none. */
export const WhenMailed = ({ of: { atOnce } }: { of: { atOnce: boolean } }) => (
  <p>
    {atOnce
      ? 'Het begint binnen 3 uur. De mails gaan meteen weg.'
      : 'Je kunt het daarna nog 10 minuten terugdraaien.'}
  </p>
)
