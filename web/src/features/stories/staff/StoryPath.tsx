import { plural } from '../../../api/count'
import { Icon } from '../../../ui/Icon'
import { circleCheck } from '../../../ui/noticeIcons'
import { PressButton } from '../../../ui/PressButton'
import { sayPublish } from '../../../staff/editor/SaveBar'
import type { Draft } from '../../../staff/editor/useDraft'
import { sayDay } from '../../../staff/words'
import { ActError } from '../../../staff/ActError'
import { sayRefused, type Consent, type Desk } from './consent'
import type { Story } from './story'

interface Step {
  name: string
  done: boolean
  said?: string | undefined
}

/** Where a story is on its way, in words: what is done, and what comes now. */
export function stepsOf(draft: Draft<Story>['draft'], c: Consent | undefined): Step[] {
  const yes = c?.approved
  const seen = c?.reviewed
  const written = draft !== undefined && draft.version > 0 && draft.faults.length === 0
  const online = draft?.status === 'published' || draft?.status === 'scheduled'
  return [
    {
      name: 'Gesprek',
      done: !!c?.version,
      said: c?.version
        ? 'De toestemming is vastgelegd.'
        : 'Leg daarna de toestemming vast, onder het verhaal.',
    },
    { name: 'Concept', done: written, said: written ? undefined : 'Nog niet alles is ingevuld.' },
    {
      name: 'De verteller leest',
      done: !!yes?.last,
      said: yes && !yes.last ? 'De tekst is veranderd nadat de verteller las.' : undefined,
    },
    {
      name: 'De verteller keurt goed',
      done: !!yes?.last,
      said:
        yes &&
        `${yes.last ? 'Goedgekeurd' : 'Een eerdere versie is goedgekeurd'} op ${sayDay(yes.at)}.`,
    },
    {
      name: 'Een tweede redacteur kijkt',
      done: !!seen?.last,
      said:
        seen &&
        (seen.last ? 'Bekeken' : 'Een eerdere versie is bekeken') +
          `${seen.by?.name ? ` door ${seen.by.name}` : ''} op ${sayDay(seen.at)}.`,
    },
    {
      name: 'Online',
      done: online,
      said:
        draft?.status === 'scheduled' && draft.from
          ? `Komt online op ${sayDay(draft.from)}.`
          : online && draft?.changed
            ? 'De laatste veranderingen staan nog niet online.'
            : undefined,
    },
    {
      name: 'Opnieuw vragen',
      done: false,
      said: c?.reviewOn ? `Op ${sayDay(c.reviewOn)}.` : 'Twaalf maanden later.',
    },
  ]
}

interface Props {
  draft: Draft<Story>
  desk: Desk
}

const consentIn = (desk: Desk) => (desk.known.is === 'known' ? desk.known.consent : undefined)

export function StoryPath({ draft: d, desk }: Props) {
  const steps = stepsOf(d.draft, consentIn(desk))
  const now = steps.findIndex(s => !s.done)
  return (
    <section className="box" aria-labelledby="weg">
      <h2 id="weg">De weg van dit verhaal</h2>
      <ol className="story-path">
        {steps.map((s, i) => (
          <li
            key={s.name}
            aria-current={i === now ? 'step' : undefined}
            className={s.done ? 'story-done' : undefined}
          >
            <strong>
              {s.done && <Icon of={circleCheck} />}
              {s.name}
            </strong>
            <span className="sr">
              {s.done ? ', klaar' : i === now ? ', nu aan de beurt' : ', komt nog'}
            </span>
            {s.said && <span className="story-said">{s.said}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What somebody can do now, by the name of the step. */
const todo: Readonly<Record<string, string>> = {
  Gesprek: 'Praat met de verteller. Leg daarna de toestemming vast, onder het verhaal.',
  Concept: 'Schrijf het verhaal af. Nog niet alles is ingevuld.',
  'De verteller leest': 'Laat de verteller deze versie lezen, en vraag of het zo goed is.',
  'Een tweede redacteur kijkt':
    'Iemand anders van de redactie kijkt. Die ziet dit verhaal bij ‘Nog na te kijken’ en krijgt een mail.',
}

/** The next step, above the fields: what it is, and the button that takes it. */
export function NextStep({ draft: d, desk, write }: Props & { write: boolean }) {
  const c = consentIn(desk)
  if (!c) return null
  const step = stepsOf(d.draft, c).find(s => !s.done)!
  return (
    <section className="box" aria-labelledby="nu">
      <h2 id="nu">Nu: {step.name.toLowerCase()}</h2>
      <p>
        {step.name === 'Online'
          ? `Alles is klaar. Kies onderaan ‘${sayPublish(d)}’.`
          : (todo[step.name] ?? step.said)}
      </p>
      {write && d.draft && c.version > 0 && <Yes d={d} desk={desk} c={c} />}
    </section>
  )
}

/** The two who say yes to the words as they stand now. */
function Yes({ d, desk, c }: { d: Draft<Story>; desk: Desk; c: Consent }) {
  const saved = d.saved === 'saved'
  const version = d.draft!.version
  return (
    <div className="stack">
      {!c.approved?.last && (
        <PressButton
          second
          off={!saved}
          busy={desk.busy === 'approve'}
          press={() => void desk.approve(version)}
        >
          De verteller keurt deze versie goed
        </PressButton>
      )}
      {!c.reviewed?.last && (
        <PressButton
          second
          off={!saved}
          busy={desk.busy === 'review'}
          press={() => void desk.review(version)}
        >
          Ik keur goed als tweede redacteur
        </PressButton>
      )}
      {!saved && !(c.approved?.last && c.reviewed?.last) && (
        <p className="hint">Goedkeuren kan zodra de tekst bewaard is.</p>
      )}
      <ActError>
        {desk.refusal && ['approve', 'review'].includes(desk.refused) && sayRefused(desk.refusal)}
      </ActError>
      {c.typos > 0 && (
        <p className="hint">
          {plural(c.typos, 'Eén', `${c.typos}`)} keer is een tikfout verbeterd zonder het opnieuw te
          vragen.
        </p>
      )}
    </div>
  )
}
