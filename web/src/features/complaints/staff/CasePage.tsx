import { useEffect, useMemo, useState } from 'react'
import * as limits from '../../../api/limits.gen'
import type { ScreenProps } from '../../../page'
import { Back } from '../../../staff/Back'
import { Due, FactList, OneScreen, Reach, sayGone } from '../../../staff/lists/inbox'
import { AreaField, ChoiceField, SelectField } from '../../../staff/fields'
import { kept } from '../../../staff/kept'
import { useOne, type One } from '../../../staff/lists/useOne'
import { sayDay, sayMoment } from '../../../staff/words'
import { at } from '../../../screens'
import { PressButton } from '../../../ui/PressButton'
import { nextTerm, states, steps, subjects, type File } from './words'

/** `/beheer/klachten/:id`: one complaint, for who may read it. */
export default function CasePage({ auth, params }: ScreenProps) {
  const one = useOne(auth, '/api/complaints/cases/{id}', params.id ?? '')
  return (
    <div className="wrap page stack">
      <Back to={at('complaints')} words="Klachten" />
      <h1>{one.data ? `Klacht van ${sayDay(one.data.receivedAt)}` : 'Klacht'}</h1>
      <OneScreen
        of={one}
        what="de klacht"
        gone="Deze klacht is er niet meer, of hij is niet voor jou."
      >
        {c => (
          <div className="two">
            <div className="stack">
              <section className="box" aria-labelledby="klacht">
                <h2 id="klacht">Wat is er gebeurd?</h2>
                <p className="letter">{c.what}</p>
                <FactList
                  of={[
                    ['Waar het over gaat', subjects[c.about]],
                    ['Over de coördinator', c.aboutCoordinator && 'ja'],
                    ['Wanneer', c.when],
                    ['Wens', c.wish && <span className="letter">{c.wish}</span>],
                    [
                      'Van',
                      c.reachable
                        ? c.name
                        : 'anoniem: schrijf hieronder, de melder leest het met het nummer',
                    ],
                    ['Te bereiken', c.reachable && <Reach email={c.email} phone={c.phone} />],
                  ]}
                />
              </section>
              <Letters of={c} />
              <Step one={one} c={c} />
            </div>
            <div className="stack">
              <Terms one={one} c={c} />
              {c.mayGive ? (
                <Give one={one} c={c} />
              ) : (
                <p>De vertrouwenspersoon gaf deze klacht aan jou.</p>
              )}
              <Learning one={one} c={c} />
              {c.goneOn && (
                <p className="small muted">
                  {sayGone(c.goneOn)} Daarna houden we alleen aantallen.
                </p>
              )}
            </div>
          </div>
        )}
      </OneScreen>
    </div>
  )
}

const Letters = ({ of }: { of: File }) => (
  <section className="box" aria-labelledby="berichten">
    <h2 id="berichten">Berichten</h2>
    {of.messages.length === 0 ? (
      <p>Er is nog niets geschreven.</p>
    ) : (
      <ul className="letters">
        {of.messages.map((m, i) => (
          <li key={i} className={m.ours ? 'ours' : undefined}>
            <p className="small muted">
              {m.ours ? m.by?.name || 'Wij' : 'De melder'}, {sayMoment(m.at)}
            </p>
            <p className="letter">{m.text}</p>
          </li>
        ))}
      </ul>
    )}
  </section>
)

/** To write to the person and to say how far it is are one act: the person sees both at once. */
function Step({ one, c }: { one: One<File>; c: File }) {
  const draft = useMemo(() => kept('klacht-' + c.id), [c.id])
  const [text, write] = useState(() => draft.read() ?? '')
  const [state, choose] = useState<string>(c.state === 'received' ? 'confirmed' : 'answered')
  const setText = (next: string) => {
    write(next)
    draft.keep(next)
  }
  const send = () =>
    one.act({
      button: 'step',
      method: 'POST',
      at: '/messages',
      body: { state, text },
      said: `De klacht staat op ‘${states[state as File['state']]}’.`,
      then: () => {
        write('')
        draft.drop()
      },
      say: {
        state: 'Kies wat je doet.',
        'text required': 'Schrijf wat de melder moet lezen.',
        'text too_short': 'Schrijf minstens 10 tekens.',
        text: `Houd het korter: hooguit ${limits.AnswerComplaint.text.maxLength} tekens.`,
      },
    })
  return (
    <section className="box" aria-labelledby="stap">
      <h2 id="stap">{c.state === 'closed' ? 'Afgesloten' : 'Wat doe je nu?'}</h2>
      {c.state === 'closed' && (
        <p>
          Afgesloten op {sayDay(c.closedAt ?? c.receivedAt)}. Was dat te vroeg? Kies dan een andere
          stap.
        </p>
      )}
      <ChoiceField
        name="state"
        label="Stap"
        value={state}
        onChange={choose}
        options={steps}
        error={one.faultsOf('step').state}
      />
      <AreaField
        name="text"
        label="Bericht aan de melder"
        optional={state !== 'asked' && state !== 'answered'}
        rows={6}
        max={limits.AnswerComplaint.text.maxLength}
        value={text}
        onChange={setText}
        error={one.faultsOf('step').text}
        hint={
          'De melder leest dit met het nummer op onze site. Noem geen namen van anderen. ' +
          'De tekst gaat nooit per mail.'
        }
      />
      <p>
        <PressButton press={send} busy={one.busy === 'step'}>
          Bewaar en laat het weten
        </PressButton>
      </p>
    </section>
  )
}

function Terms({ one, c }: { one: One<File>; c: File }) {
  const [reason, setReason] = useState('')
  const term = nextTerm(c)
  return (
    <section className="box" aria-labelledby="termijn">
      <h2 id="termijn">Termijn</h2>
      <FactList
        of={[
          ['Hoe ver', states[c.state]],
          ['Ontvangen', sayDay(c.receivedAt)],
          [term?.words ?? '', term && <Due on={term.on} within={term.within} />],
          ['Uiterste antwoord', sayDay(c.answerBy)],
          ['Waarom het langer duurt', c.reason && <span className="letter">{c.reason}</span>],
        ]}
      />
      {!c.extended && term && (
        <>
          <AreaField
            name="reason"
            label="Waarom duurt het langer?"
            hint="Eén keer 4 weken erbij. Zonder namen."
            value={reason}
            onChange={setReason}
            error={one.faultsOf('extend').reason}
          />
          <p>
            <PressButton
              second
              busy={one.busy === 'extend'}
              press={() =>
                one.act({
                  button: 'extend',
                  method: 'POST',
                  at: '/extend',
                  body: { reason },
                  said: 'Er zijn 4 weken bij gekomen.',
                  say: {
                    'reason too_long': `Houd het korter: hooguit ${limits.ExtendComplaint.reason.maxLength} tekens.`,
                    reason: 'Schrijf in een zin waarom het langer duurt.',
                  },
                })
              }
            >
              4 weken erbij
            </PressButton>
          </p>
        </>
      )}
    </section>
  )
}

function Give({ one, c }: { one: One<File>; c: File }) {
  const [uid, choose] = useState(c.assignee?.uid ?? '')
  useEffect(() => choose(c.assignee?.uid ?? ''), [c.assignee?.uid])
  return (
    <section className="box" aria-labelledby="bij">
      <h2 id="bij">Bij wie ligt het?</h2>
      {c.aboutCoordinator && (
        <p>Deze klacht gaat over de coördinator. Je kunt hem dus niet aan de coördinator geven.</p>
      )}
      <SelectField
        name="uid"
        label="Geef de klacht aan"
        value={uid}
        onChange={choose}
        error={one.faultsOf('give').uid}
        options={[
          ['', 'Niemand in het bijzonder'],
          ...c.people.map(p => [p.uid, p.name || 'Zonder naam'] as const),
        ]}
      />
      <p>
        <PressButton
          second
          busy={one.busy === 'give'}
          press={() =>
            one.act({
              button: 'give',
              method: 'PUT',
              at: '/assignee',
              body: { uid },
              said: uid
                ? 'De klacht is doorgegeven.'
                : 'De klacht ligt weer bij de vertrouwenspersoon.',
              say: { uid: 'Kies iemand uit de lijst.' },
            })
          }
        >
          Geef door
        </PressButton>
      </p>
    </section>
  )
}

function Learning({ one, c }: { one: One<File>; c: File }) {
  const [text, setText] = useState(c.learning ?? '')
  useEffect(() => setText(c.learning ?? ''), [c.learning])
  return (
    <section className="box" aria-labelledby="leerpunt">
      <h2 id="leerpunt">Leerpunt</h2>
      <AreaField
        name="learning"
        label="Wat leren we hiervan?"
        hint="Zonder namen."
        optional
        max={limits.LearnedFrom.text.maxLength}
        value={text}
        onChange={setText}
        error={one.faultsOf('learning').text}
      />
      <p>
        <PressButton
          second
          busy={one.busy === 'learning'}
          press={() =>
            one.act({
              button: 'learning',
              method: 'PUT',
              at: '/learning',
              body: { text },
              said: 'Het leerpunt is bewaard.',
              say: {
                text: `Houd het korter: hooguit ${limits.LearnedFrom.text.maxLength} tekens.`,
              },
            })
          }
        >
          Bewaar leerpunt
        </PressButton>
      </p>
    </section>
  )
}
