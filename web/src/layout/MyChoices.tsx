import './myChoices.css'
import { useState, useSyncExternalStore } from 'react'
import { wipe } from './choices'
import { consentCookie, force, hasConsent, unanswered, useNotice } from './consent'

/**
 * "Mijn keuzes": what was chosen, how to change it, and wiping it all. The page
 * gives the heading.
 */
export function MyChoices() {
  const [said, say] = useState('')
  const alive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  useNotice('banner') // a change of either is told there
  useNotice('strip')
  const clear = () =>
    say(
      wipe()
        ? 'Alles is gewist.'
        : 'Wissen lukt niet. Je browser laat ons niet bij wat er bewaard is.',
    )
  if (!alive) return <PlainChoice />
  const statistics = unanswered.banner()
    ? 'Je hebt nog niet gekozen.'
    : hasConsent()
      ? 'Ja, je vindt het goed.'
      : 'Nee, je wilt dit niet.'
  return (
    <div className="my-choices">
      <dl>
        <Choice
          name="Tellen hoe vaak pagina's worden bekeken"
          state={statistics}
          change={() => reopen('banner')}
        />
        <Choice
          name="De uitleg onderaan de pagina"
          state={
            unanswered.strip()
              ? 'Je hebt nog niet op Akkoord gedrukt.'
              : 'Je hebt op Akkoord gedrukt.'
          }
          change={() => reopen('strip')}
        />
      </dl>
      <p>Met deze knop wis je alles wat deze site op dit apparaat bewaart.</p>
      <p>
        <button className="btn btn-2" type="button" onClick={clear}>
          Wis alles
        </button>
      </p>
      <p role="status">{said}</p>
    </div>
  )
}

const never = () => () => {}

function Choice({ name, state, change }: { name: string; state: string; change(): void }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{state}</dd>
      <dd>
        <button
          className="btn btn-2"
          type="button"
          aria-label={`Verander: ${name}`}
          onClick={change}
        >
          Verander
        </button>
      </dd>
    </div>
  )
}

/** Shows a notice again and goes to it. Its code may still be on its way. */
function reopen(notice: 'banner' | 'strip') {
  force(notice, true)
  const look = (tries: number) => {
    const box = document.querySelector<HTMLElement>(notice === 'banner' ? '.cookie' : '.notice')
    if (box) return box.focus()
    if (tries) setTimeout(look, 50, tries - 1)
  }
  look(40)
}

/** Without JavaScript nothing is known of what was chosen, but it can be chosen again. */
const PlainChoice = () => (
  <noscript>
    <form method="post" action="/api/cookie-choice">
      <p>Mogen wij bijhouden hoe vaak pagina's worden bekeken?</p>
      <input type="hidden" name="terug" value="/privacy" />
      <p className="row">
        <button className="btn btn-2" name={consentCookie} value="true">
          Accepteren
        </button>
        <button className="btn btn-2" name={consentCookie} value="false">
          Afwijzen
        </button>
      </p>
    </form>
  </noscript>
)
