import type { Auth } from '../../../auth/types'
import { api } from '../../../staff/api/client'
import { useAct } from '../../../staff/api/useSend'
import { PressButton } from '../../../ui/PressButton'
import type { Period } from '../../../staff/period'

interface Props {
  auth: Auth
  query: { van: string; tot: string } | undefined
  period: Period
}

/** The same numbers as a file, made now. */
export function TakeAlong({ auth, query, period }: Props) {
  const { busy, said, line, act } = useAct(auth)
  const button = (extension: 'xlsx' | 'csv', words: string) => (
    <PressButton
      second={extension === 'csv'}
      busy={busy === extension}
      press={() =>
        act(extension, async () => {
          const { data, response } = await api(auth).POST(`/api/exports/figures.${extension}`, {
            params: { query },
            parseAs: 'blob',
          })
          if (!data) throw new Error(String(response.status))
          save(data, `cijfers-${period.from}-${period.until}.${extension}`)
          return 'Het bestand staat bij je downloads.'
        })
      }
    >
      {words}
    </PressButton>
  )
  return (
    <section className="box" aria-labelledby="meenemen">
      <h2 id="meenemen">Meenemen</h2>
      <div className="row">
        {button('xlsx', 'Excel')}
        {button('csv', 'CSV')}
      </div>
      <p ref={line} tabIndex={-1} role="status">
        {said}
      </p>
      <p className="small muted">
        Dezelfde getallen als hier, zonder namen. We maken het bestand nu en bewaren het niet. In
        het logboek staat dat jij het maakte.
      </p>
    </section>
  )
}

function save(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // the browser has taken it by then, however slow
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
