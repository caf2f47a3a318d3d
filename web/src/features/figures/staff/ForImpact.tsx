import { useNavigate } from '../../../router'
import type { Auth } from '../../../auth/types'
import { at } from '../../../screens'
import { useAct } from '../../../staff/api/useSend'
import { PressButton } from '../../../ui/PressButton'
import { get } from '../../../staff/api/useRead'

/** The counts of a year go to the editor of the figures that visitors read. */
export function ForImpact({ auth, year }: { auth: Auth; year: string }) {
  const navigate = useNavigate()
  const { busy, said, line, act } = useAct(auth)
  const open = async () => {
    const { data } = await get(auth, '/api/drafts/{kind}', { path: { kind: 'years' } })
    const there = data!.items.find(r => r.title === year && r.status !== 'trashed')
    void navigate(`${at('impactYear', there?.id ?? 'nieuw')}?jaar=${year}`)
    return ''
  }
  return (
    <section className="box" aria-labelledby="voor-impact">
      <h2 id="voor-impact">Voor Impact {year}</h2>
      <p>We zetten de getallen klaar als voorstel. Jij kijkt ze na.</p>
      <p>
        <PressButton second busy={busy === 'open'} press={() => act('open', open)}>
          Zet klaar
        </PressButton>
      </p>
      <p ref={line} tabIndex={-1} role="status">
        {said}
      </p>
    </section>
  )
}
