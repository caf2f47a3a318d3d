import { useEffect, useState } from 'react'
import { useNavigate } from '../../../router'
import type { components } from '../../../api/schema.gen'
import type { ScreenProps } from '../../../page'
import { at } from '../../../screens'
import { Missed, NoRights, Waiting } from '../../../staff/States'
import { Frame } from './DatePage'

type PersonAt = components['schemas']['PersonAt']

/** `/registrationdetails/reg_…`: leads to the row of somebody on the page of their date. */
export default function PersonPage({ auth, params }: ScreenProps) {
  const id = params.r ?? ''
  const navigate = useNavigate()
  const [failed, setFailed] = useState('')
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let here = true
    setFailed('')
    void auth
      .fetch('/api/people/' + encodeURIComponent(id), { headers: { accept: 'application/json' } })
      .then(async answer => {
        if (!answer.ok) throw new Error(String(answer.status))
        const { occurrence } = (await answer.json()) as PersonAt
        if (here)
          void navigate(`${at('date', occurrence)}?wie=${encodeURIComponent(id)}`, {
            replace: true,
          })
      })
      .catch((e: unknown) => here && setFailed(e instanceof Error ? e.message : 'none'))
    return () => {
      here = false
    }
  }, [auth, id, navigate, turn])
  if (failed === '403') return <NoRights title="Aanmelding" />
  if (failed === '404') return <Frame title="Deze aanmelding bestaat niet meer." />
  return (
    <Frame title="Aanmelding">
      {failed ? (
        <Missed what="deze aanmelding" again={() => setTurn(turn + 1)} busy={false} />
      ) : (
        <Waiting words="De aanmelding wordt geladen." />
      )}
    </Frame>
  )
}
