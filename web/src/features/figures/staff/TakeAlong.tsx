import type { Auth } from '../../../auth/types'
import { useAct } from '../../../staff/useAct'
import { PressButton } from '../../../ui/PressButton'
import type { Period } from '../../../staff/period'

interface Props {
  auth: Auth
  query: string
  period: Period
}

/** The same numbers as a file, made now. */
export function TakeAlong({ auth, query, period }: Props) {
  const { busy, said, line, act } = useAct()
  const button = (extension: 'xlsx' | 'csv', words: string) => (
    <PressButton
      second={extension === 'csv'}
      busy={busy === extension}
      press={() =>
        act(extension, async () => {
          const answer = await auth.fetch(`/api/exports/figures.${extension}${query}`, {
            method: 'POST',
          })
          if (!answer.ok) throw new Error(String(answer.status))
          save(await answer.blob(), `cijfers-${period.from}-${period.until}.${extension}`)
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
