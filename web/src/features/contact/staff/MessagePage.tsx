import { useMemo, useState } from 'react'
import * as limits from '../../../api/limits.gen'
import type { ScreenProps } from '../../../page'
import { Back } from '../../../staff/Back'
import { Due, FactList, OneScreen, Reach, sayGone, sayTerm } from '../../../staff/lists/inbox'
import { AreaField, ChoiceField, SelectField } from '../../../staff/fields'
import { kept } from '../../../staff/kept'
import { Note } from '../../../staff/lists/Note'
import { useOne, type One } from '../../../staff/lists/useOne'
import { sayMoment } from '../../../staff/words'
import { at } from '../../../screens'
import { PressButton } from '../../../ui/PressButton'
import { snippets, subjects, type Message } from './words'

/** `/beheer/postvak/:id`: one message, who has it, and the answer. */
export default function MessagePage({ auth, user, params }: ScreenProps) {
  const one = useOne(auth, '/api/messages/{id}', params.id ?? '')
  return (
    <div className="wrap page stack">
      <Back to={at('inbox')} words="Postvak" />
      <h1>{one.data ? one.data.start : 'Bericht'}</h1>
      <OneScreen
        of={one}
        what="het bericht"
        gone="Dit bericht is er niet meer, of het is niet voor jou."
      >
        {m => (
          <>
            <div className="two">
              <div className="stack">
                <section className="box" aria-labelledby="bericht">
                  <h2 id="bericht">Bericht</h2>
                  <p className="letter">{m.text}</p>
                  <FactList
                    of={[
                      ['Waar het over gaat', subjects[m.subject]],
                      ['Van', m.name ?? 'zonder naam'],
                      ['Te bereiken', <Reach key="r" email={m.email} phone={m.phone} />],
                      ['Binnen sinds', sayMoment(m.receivedAt)],
                      [
                        'Antwoord voor',
                        m.answeredAt ? undefined : <Due key="d" on={m.dueOn} within={m.dueIn} />,
                      ],
                    ]}
                  />
                </section>
                {m.answers.length > 0 && <Answers of={m} />}
                {m.answeredAt ? <Reopen one={one} m={m} /> : <Answer key={m.id} one={one} m={m} />}
              </div>
              <div className="stack">
                <Assign one={one} m={m} me={user.uid} />
                <Note of={one} note={m.note ?? ''} most={limits.StaffNote.text.maxLength} />
                <p className="small muted">
                  {sayGone(m.goneOn)}
                  {!m.answeredAt && ` Met een antwoord: ${sayTerm(m.keepDays)} na het antwoord.`}
                </p>
              </div>
            </div>
          </>
        )}
      </OneScreen>
    </div>
  )
}

/** Which message an act was about. */
const about = (m: Message) => `Bericht over: ${subjects[m.subject].toLowerCase()}.`

const Answers = ({ of }: { of: Message }) => (
  <section className="box" aria-labelledby="antwoorden">
    <h2 id="antwoorden">Ons antwoord</h2>
    <ul className="letters">
      {of.answers.map(a => (
        <li key={a.at} className="ours">
          <p className="small muted">
            {a.way === 'mail' ? 'Per mail' : 'Telefonisch'}, {sayMoment(a.at)}
            {a.by.name && ` door ${a.by.name}`}
          </p>
          {a.text && <p className="letter">{a.text}</p>}
        </li>
      ))}
    </ul>
    {of.undoUntil && of.answers.at(-1)?.way === 'mail' && (
      <p className="small">De mail wacht nog even. Zolang kun je hem terughalen.</p>
    )}
  </section>
)

const Reopen = ({ one, m }: { one: One<Message>; m: Message }) => (
  <p>
    <PressButton
      second
      busy={one.busy === 'reopen'}
      press={() =>
        one.act({
          button: 'reopen',
          method: 'POST',
          at: '/reopen',
          of: about(m),
          said: 'Het bericht staat weer bij Open.',
        })
      }
    >
      Zet terug bij Open
    </PressButton>
  </p>
)

function Answer({ one, m }: { one: One<Message>; m: Message }) {
  const draft = useMemo(() => kept('postvak-' + m.id), [m.id])
  const [way, setWay] = useState(m.email ? 'mail' : 'phone')
  const [text, write] = useState(() => draft.read() ?? '')
  const setText = (next: string) => {
    write(next)
    draft.keep(next)
  }
  const mail = way === 'mail'
  const send = () =>
    one.act({
      button: 'answer',
      method: 'POST',
      at: '/answer',
      body: { way, text },
      then: draft.drop,
      of: about(m),
      said: mail
        ? 'Je antwoord gaat over 10 minuten weg. Zolang kun je het terughalen.'
        : 'Het bericht staat bij Klaar.',
      say: {
        way: 'Kies hoe je antwoord geeft.',
        'text required': 'Schrijf een antwoord.',
        'text too_short': 'Schrijf een antwoord van minstens 5 tekens.',
        text: `Houd je antwoord korter: hooguit ${limits.AnswerMessage.text.maxLength} tekens.`,
      },
    })
  return (
    <section className="box" aria-labelledby="antwoord">
      <h2 id="antwoord">Antwoord geven</h2>
      {m.email ? (
        <ChoiceField
          name="way"
          label="Hoe geef je antwoord?"
          value={way}
          onChange={setWay}
          error={one.faultsOf('answer').way}
          options={[
            ['mail', 'Per mail, vanaf hier'],
            ['phone', 'Telefonisch beantwoord'],
          ]}
        />
      ) : (
        <p>Deze persoon gaf geen e-mailadres. Bel, en noteer hier dat het is beantwoord.</p>
      )}
      {mail && (
        <div className="row" role="group" aria-label="Begin met een tekst">
          {snippets.map(([name, words]) => (
            <button
              key={name}
              type="button"
              className="chip"
              onClick={() => setText(text ? `${text}\n\n${words}` : words)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      <AreaField
        name="text"
        label={mail ? 'Je antwoord' : 'Wat is er besproken?'}
        optional={!mail}
        rows={mail ? 8 : 3}
        max={limits.AnswerMessage.text.maxLength}
        value={text}
        onChange={setText}
        error={one.faultsOf('answer').text}
        hint={
          mail
            ? '‘Hallo,’ en ons telefoonnummer komen er vanzelf bij. ' +
              'Noem geen namen van anderen en niets over gezondheid.'
            : 'Alleen wat een collega moet weten.'
        }
      />
      <p>
        <PressButton press={send} busy={one.busy === 'answer'}>
          {mail ? 'Verstuur antwoord' : 'Telefonisch beantwoord'}
        </PressButton>
      </p>
    </section>
  )
}

function Assign({ one, m, me }: { one: One<Message>; m: Message; me: string }) {
  const [uid, choose] = useState(m.assignee?.uid ?? '')
  const give = (to: string, said: string) =>
    one.act({
      button: to === me ? 'take' : 'give',
      method: 'PUT',
      at: '/assignee',
      body: { uid: to },
      of: about(m),
      said,
      say: { uid: 'Kies iemand uit de lijst.' },
    })
  const mine = m.assignee?.uid === me
  return (
    <section className="box" aria-labelledby="wie">
      <h2 id="wie">Wie pakt het op?</h2>
      <p>
        {m.assignee
          ? mine
            ? 'Jij pakt dit op.'
            : `${m.assignee.name || 'Iemand die we niet meer kennen'} pakt dit op.`
          : 'Nog niemand.'}
      </p>
      {!m.answeredAt && (
        <>
          {!mine && (
            <p>
              <PressButton
                second
                busy={one.busy === 'take'}
                press={() => give(me, 'Jij pakt dit op.')}
              >
                Ik pak dit op
              </PressButton>
            </p>
          )}
          <SelectField
            name="uid"
            label="Geef het aan iemand anders"
            value={uid}
            onChange={choose}
            error={one.faultsOf('give').uid}
            options={[
              ['', 'Niemand'],
              ...m.people.map(
                p => [p.uid, p.uid === me ? `${p.name} (jij)` : p.name || 'Zonder naam'] as const,
              ),
            ]}
          />
          <p>
            <PressButton
              second
              busy={one.busy === 'give'}
              press={() => give(uid, uid ? 'Het is doorgegeven.' : 'Niemand heeft dit nu.')}
            >
              Geef door
            </PressButton>
          </p>
        </>
      )}
    </section>
  )
}
