import { useBusy } from '../../../staff/useBusy'
import { useState } from 'react'
import { useNavigate } from '../../../router'
import * as limits from '../../../api/limits.gen'
import type { Auth } from '../../../auth/types'
import { ActError } from '../../../staff/ActError'
import { draftAt, newId } from '../../../staff/drafts'
import { at } from '../../../screens'
import { PressButton } from '../../../ui/PressButton'
import type { Activity } from './model'
import { apiAt, asked, ifStill } from '../../../staff/api/client'

interface Props {
  auth: Auth
  doc: Activity
  /** Whose the copy is. */
  staff: readonly string[]
}

/** What a copy starts with: all but the dates, the rhythm and the address. */
export function copyOf({ rhythm: _, ...doc }: Activity, staff: readonly string[]): Activity {
  const title = `Kopie van ${doc.title}`.slice(0, limits.ActivityDraft.title.maxLength)
  return { ...doc, title, slug: '', newDates: [], staff: [...staff] }
}

/** "Kopieer deze activiteit": a draft of its own, without dates; it goes to the trash as any. */
export function CopyActivity({ auth, doc, staff }: Props) {
  const navigate = useNavigate()
  const [busy, during] = useBusy()
  const [wrong, tell] = useState('')
  const copy = async () => {
    tell('')
    const id = newId('act_')
    const url = draftAt('activities', id)
    const init = { headers: ifStill(0), body: { doc: copyOf(doc, staff) } }
    const { is } = await during(asked(apiAt(auth, 'PUT', url, init)))
    if (is === 'done') return void navigate(at('activity', id))
    tell(
      is === 'refused'
        ? 'Kopiëren lukt nu niet. Probeer het straks opnieuw.'
        : 'Er is geen verbinding. Probeer het straks opnieuw.',
    )
  }
  return (
    <div className="box">
      <PressButton second press={() => void copy()} busy={!!busy}>
        Kopieer deze activiteit
      </PressButton>
      <p className="small muted">Je krijgt een concept zonder datums.</p>
      <ActError>{wrong}</ActError>
    </div>
  )
}
