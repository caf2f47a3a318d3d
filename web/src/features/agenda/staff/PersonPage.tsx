import { useEffect } from 'react'
import { useNavigate } from '../../../router'
import type { ScreenProps } from '../../../page'
import { at } from '../../../screens'
import { NoRights, Loaded } from '../../../staff/States'
import { Frame } from './DatePage'
import { useRead } from '../../../staff/api/useRead'

/** `/registrationdetails/reg_…`: leads to the row of somebody on the page of their date. */
export default function PersonPage({ auth, params }: ScreenProps) {
  const id = params.r ?? ''
  const navigate = useNavigate()
  const read = useRead(auth, '/api/people/{r}', { path: { r: id } })
  const { data, error } = read
  useEffect(() => {
    if (data)
      void navigate(`${at('date', data.occurrence)}?wie=${encodeURIComponent(id)}`, {
        replace: true,
      })
  }, [data, id, navigate])
  if (error === '403') return <NoRights title="Aanmelding" />
  if (error === '404') return <Frame title="Deze aanmelding bestaat niet meer." />
  return (
    <Frame title="Aanmelding">
      <Loaded of={read} wait="De aanmelding wordt geladen." what="deze aanmelding" />
    </Frame>
  )
}
