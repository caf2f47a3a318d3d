// What staff do about the whole list.
import { useEffect, useState } from 'react'
import { ActError } from '../../../staff/ActError'
import { Waiting } from '../../../staff/States'
import { Icon } from '../../../ui/Icon'
import { DeskLine } from './DeskLine'
import { deskDates } from './OtherDates'
import { pause, userPlus } from './peopleIcons'
import { ShowTrouble, usePress } from './Trouble'
import { act, type On, WithReason } from './onList'

type Panel = '' | 'desk' | 'open' | 'stop' | 'goOn'

/** What staff do about the whole list. */
export function OnTheList({ on }: { on: On }) {
  const { list } = on
  const [panel, open] = useState<Panel>('')
  const { busy, trouble, press } = usePress('bewaard')
  const url = `/api/occurrences/${encodeURIComponent(list.date.id)}`
  const run = async (path: string, options: { method?: 'POST' | 'PUT'; body?: unknown }) => {
    const pressed = await press(act(on, `${url}/${path}`, '', options))
    if (pressed.is === 'done') open('')
  }
  const stopped = list.stopped !== undefined
  const offers = stopped ? 'goOn' : 'stop' // what was asked closes once it is so
  const started = list.places[0]?.code === 'started'
  const toggle = (p: Panel, icon: string | undefined, words: string) => (
    <button
      className="btn btn-2"
      type="button"
      aria-expanded={panel === p}
      onClick={() => open(panel === p ? '' : p)}
    >
      {icon && <Icon of={icon} />}
      <span>{words}</span>
    </button>
  )
  return (
    <div className="stack">
      <p className="facts-row">
        {list.open && toggle('desk', userPlus, 'Iemand erop zetten')}
        {list.mayPlan && list.canOpen && toggle('open', undefined, 'Maak vrij voor iedereen')}
        {list.mayPlan &&
          !started &&
          !list.byHand &&
          toggle(
            offers,
            stopped ? undefined : pause,
            stopped ? 'Ga weer verder' : 'Stop met aanbieden',
          )}
      </p>
      <ShowTrouble of={trouble}>Onthoud het even, en druk straks nog een keer.</ShowTrouble>
      {panel === 'desk' && <Desk on={on} />}
      {panel === 'open' && (
        <section className="box">
          <WithReason
            title="Waarom maak je de plek vrij voor iedereen?"
            yes="Maak vrij voor iedereen"
            busy={!!busy}
            go={reason => void run('open-to-all', { body: { reason } })}
            stop={() => open('')}
          >
            <p>Wie wacht, houdt zijn plaats op de lijst, maar krijgt deze plek niet aangeboden.</p>
          </WithReason>
        </section>
      )}
      {panel === offers && (
        <section className="box">
          <WithReason
            title={stopped ? 'Waarom gaat het aanbieden verder?' : 'Waarom stop je met aanbieden?'}
            yes={stopped ? 'Ga weer verder' : 'Stop met aanbieden'}
            busy={!!busy}
            go={reason =>
              void run('offers', { method: 'PUT', body: { stopped: !stopped, reason } })
            }
            stop={() => open('')}
          />
        </section>
      )}
    </div>
  )
}

/** "Iemand erop zetten": the desk line with this date. */
function Desk({ on: { auth, list, reload } }: { on: On }) {
  const [known, know] = useState<Awaited<ReturnType<typeof deskDates>> | 'missed'>()
  const { id } = list.date
  useEffect(() => {
    let here = true
    deskDates(auth, { date: id })
      .catch(() => 'missed' as const)
      .then(d => here && know(d))
    return () => {
      here = false
    }
  }, [auth, id])
  return (
    <section className="box" aria-label="Iemand erop zetten">
      {known === undefined ? (
        <Waiting words="Even geduld." />
      ) : known === 'missed' ? (
        <ActError>Dit lukt nu niet. Controleer je internet en probeer het opnieuw.</ActError>
      ) : (
        <DeskLine auth={auth} dates={known.items} say={known.say} onDone={reload} />
      )}
    </section>
  )
}
