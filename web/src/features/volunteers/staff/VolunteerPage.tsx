import { useEffect, useState } from 'react'
import * as limits from '../../../api/limits.gen'
import type { ScreenProps } from '../../../page'
import { Back } from '../../../staff/Back'
import { Due, FactList, OneScreen, Reach, sayGone, sayTerm } from '../../../staff/lists/inbox'
import { ChoiceField } from '../../../staff/fields'
import { Note } from '../../../staff/lists/Note'
import { useOne, type One } from '../../../staff/lists/useOne'
import { sayDay, sayMoment } from '../../../staff/words'
import { at } from '../../../screens'
import { PressButton } from '../../../ui/PressButton'
import { questions, times } from '../body'
import { sayState, states, type Volunteer } from './words'

/** `/beheer/vrijwilligers/:id`: one application. */
export default function VolunteerPage({ auth, params }: ScreenProps) {
  const one = useOne(auth, '/api/volunteers/{id}', params.id ?? '')
  return (
    <div className="wrap page stack">
      <Back to={at('volunteers')} words="Vrijwilligers" />
      <h1>{one.data?.name ?? 'Aanmelding'}</h1>
      <OneScreen of={one} what="de aanmelding" gone="Deze aanmelding is er niet meer.">
        {v => (
          <>
            <div className="two">
              <section className="box" aria-labelledby="aanmelding">
                <h2 id="aanmelding">Aanmelding</h2>
                <FactList
                  of={[
                    ['Te bereiken', <Reach key="r" email={v.email} phone={v.phone} />],
                    ['Wat lijkt leuk', v.roles.join(', ') || 'weet nog niet'],
                    [
                      'Wanneer',
                      <span key="t" className="letter">
                        {times(v.availability)}
                      </span>,
                    ],
                    ...questions.map(
                      q =>
                        [
                          q.forStaff,
                          v[q.name] && <span className="letter">{v[q.name]}</span>,
                        ] as const,
                    ),
                    ['Binnen sinds', sayMoment(v.receivedAt)],
                    ['Bellen of mailen', v.dueOn && <Due key="d" on={v.dueOn} within={v.dueIn} />],
                  ]}
                />
              </section>
              <div className="stack">
                <Move one={one} v={v} />
                <Vog one={one} v={v} />
                <Note of={one} note={v.note ?? ''} most={limits.VolunteerNote.text.maxLength} />
                <p className="small muted">
                  {sayGone(v.goneOn)} Bij ‘nu niet’ na {sayTerm(v.keepDays)}.
                  {v.keep && ' We mogen het langer bewaren.'}
                </p>
              </div>
            </div>
          </>
        )}
      </OneScreen>
    </div>
  )
}

/** Which application an act was about. */
const about = (v: Volunteer) => `Aanmelding van ${v.name}.`

function Move({ one, v }: { one: One<Volunteer>; v: Volunteer }) {
  const [state, choose] = useState<string>(v.state)
  useEffect(() => choose(v.state), [v.state])
  const move = () =>
    one.act({
      button: 'move',
      method: 'PUT',
      at: '/state',
      body: { state },
      of: about(v),
      said: `Dit staat nu bij ${sayState(state as Volunteer['state'])}.`,
      say: { state: 'Kies hoe ver het is.' },
    })
  return (
    <section className="box" aria-labelledby="staat">
      <h2 id="staat">Hoe ver is het?</h2>
      <ChoiceField
        name="state"
        label={`Nu: ${sayState(v.state)}`}
        value={state}
        onChange={choose}
        options={states}
        error={one.faultsOf('move').state}
      />
      <p>
        <PressButton busy={one.busy === 'move'} press={move}>
          Bewaar
        </PressButton>
      </p>
    </section>
  )
}

/** That somebody saw it is enough: no copy is kept. */
function Vog({ one, v }: { one: One<Volunteer>; v: Volunteer }) {
  const see = (seen: boolean) =>
    one.act({
      button: 'vog',
      method: 'PUT',
      at: '/vog',
      body: { seen },
      of: about(v),
      said: seen ? 'Genoteerd dat je de VOG zag.' : 'De VOG staat weer op niet gezien.',
    })
  return (
    <section className="box" aria-labelledby="vog">
      <h2 id="vog">VOG</h2>
      {v.vogOn ? (
        <p>
          VOG gezien op {sayDay(v.vogOn)} door {v.vogBy?.name || 'iemand die we niet meer kennen'}.
        </p>
      ) : (
        <p>Nog niet gezien. Bewaar nooit een kopie.</p>
      )}
      <p>
        {v.vogOn ? (
          <PressButton second busy={one.busy === 'vog'} press={() => see(false)}>
            Toch niet gezien
          </PressButton>
        ) : (
          <PressButton second busy={one.busy === 'vog'} press={() => see(true)}>
            Ik heb de VOG gezien
          </PressButton>
        )}
      </p>
    </section>
  )
}
