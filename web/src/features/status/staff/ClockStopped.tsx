import type { Auth } from '../../../auth/types'
import { useAct, notDone } from '../../../staff/api/useSend'
import { useRead } from '../../../staff/api/useRead'
import { sayMoment } from '../../../staff/words'
import { PressButton } from '../../../ui/PressButton'
import { api, asked } from '../../../staff/api/client'

/** Stands there only while nothing is forgotten because the clock of the server leapt. */
export function ClockStopped({ auth }: { auth: Auth }) {
  const { data, again } = useRead(auth, '/api/forgetting')
  const { busy, said, line, act } = useAct(auth)
  const confirm = () =>
    act('clock', async () => {
      const { is, status } = await asked(api(auth).POST('/api/forgetting/clock'))
      if (is !== 'done') return notDone(status)
      again()
      return ''
    })
  if (!data?.stopped || !data.last) return null
  return (
    <section className="box" aria-labelledby="klok">
      <h2 id="klok">Klopt de klok?</h2>
      <p>
        De klok van de server sprong. De laatste nacht was {sayMoment(data.last.due)}. Tot je zegt
        dat de klok klopt, wissen we niets.
      </p>
      <p role="status" ref={line} tabIndex={-1}>
        {said}
      </p>
      <p>
        <PressButton press={confirm} busy={busy === 'clock'}>
          De klok klopt, ga verder met wissen
        </PressButton>
      </p>
    </section>
  )
}
