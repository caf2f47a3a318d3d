// All that is kept of somebody, to read, to take along and to erase.
import { useBusy } from '../../../staff/useBusy'
import { useState } from 'react'
import type { StaffProps } from '../../../page'
import { ActError } from '../../../staff/ActError'
import { TickField } from '../../../staff/fields'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import { Elsewhere } from './Elsewhere'
import { Pause } from './Pause'
import { PersonMails } from './PersonMails'
import { SignUp } from './SignUp'
import {
  readable,
  sayName,
  sayWhy,
  type All,
  type Erased,
  type Goes,
  type Reason,
  about,
} from './personWords'
import { Erase, Gone } from './Erase'
import { Hold } from './Hold'
import { Fresh, recent, sayNot } from './refused'

interface EverythingProps extends StaffProps {
  what: string
  reason: Reason
  all: All
}

export function Everything({ what, reason, all, ...who }: EverythingProps) {
  const [goes, ask] = useState<Goes>()
  const heading = useFocusOn<HTMLHeadingElement>(goes === undefined)
  const [done, finish] = useState<Erased>()
  const [busy, during] = useBusy()
  const [said, say] = useState('')
  const [wrong, fail] = useState('')
  const [held, hold] = useState<'txt' | 'json'>()
  const [kept, keep] = useState(all.hold)
  const [whose, choose] = useState<readonly string[]>([])
  const shared = all.names.length > 1
  const body = { what, reason, sure: true }
  // everybody's is what goes by no name at all
  const of = shared && whose.length < all.names.length ? { whose } : {}
  const run = async (button: string, work: () => Promise<void>) => {
    if (busy) return
    say('')
    fail('')
    hold(undefined)
    await during(work(), button)
  }
  const take = (as: 'txt' | 'json') =>
    run(as, async () => {
      if (shared && whose.length === 0) return fail('Kies van wie je de gegevens meegeeft.')
      const { data: answer, code } = await about<All>(who.auth, 'export', { ...body, ...of })
      if (code === recent) return hold(as)
      if (!answer) return fail(sayNot(code))
      const { rows: _, names: __, hold: ___, ...rest } = answer
      const own = {
        ...rest,
        items: rest.items.map(({ id: _1, version: _2, mends: _3, ...item }) => item),
        elsewhere: rest.elsewhere.map(({ id: _1, ...e }) => e),
      }
      const text = as === 'txt' ? '\ufeff' + readable(answer) : JSON.stringify(own, null, 2)
      save(new Blob([text]), 'gegevens.' + as)
      say('Het bestand staat bij je downloads. Geef het aan de persoon, en gooi het daarna weg.')
    })
  const preview = () =>
    run('goes', async () => {
      if (shared && whose.length === 0) return fail('Kies wiens gegevens je wilt wissen.')
      const { data, code } = await about<Goes>(who.auth, 'goes', { ...body, ...of })
      if (data) ask(data)
      else fail(sayNot(code))
    })
  if (done) return <Gone done={done} told={goes?.mail ?? false} />
  if (goes)
    return (
      <Erase
        {...who}
        what={what}
        rows={all.rows}
        of={of}
        goes={goes}
        back={() => ask(undefined)}
        done={finish}
      />
    )
  return (
    <section className="box stack-l" aria-labelledby="alles">
      <h2 id="alles" ref={heading} tabIndex={-1}>
        Alles van deze persoon
      </h2>
      <p>{sayWhy(reason)}</p>
      {all.items.map(row => (
        <SignUp key={row.id} {...who} what={what} reason={reason} was={row} />
      ))}
      {all.elsewhere.length > 0 && <Elsewhere {...who} what={what} all={all.elsewhere} />}
      {all.mails.length > 0 && <PersonMails auth={who.auth} all={all} />}
      {shared && (
        <fieldset className="field">
          <legend className="label">
            Hier horen verschillende namen bij. Misschien zijn dat verschillende mensen.
          </legend>
          <p className="hint">Kies van wie je iets meegeeft of wist. De rest blijft staan.</p>
          {all.names.map((name, i) => (
            <TickField
              key={name}
              name={'whose-' + i}
              label={sayName(name)}
              value={whose.includes(name)}
              onChange={on => choose(on ? [...whose, name] : whose.filter(other => other !== name))}
            />
          ))}
        </fieldset>
      )}
      <h3>Download voor de persoon</h3>
      <p className="row">
        <PressButton second press={() => void take('txt')} busy={busy === 'txt'}>
          Om te lezen
        </PressButton>
        <PressButton second press={() => void take('json')} busy={busy === 'json'}>
          Als JSON
        </PressButton>
      </p>
      <p role="status">{said}</p>
      <ActError>{wrong}</ActError>
      {held && <Fresh {...who} done={() => void take(held)} />}
      <Hold {...who} what={what} held={kept} changed={keep} />
      <Pause auth={who.auth} what={what} paused={all.pause} />
      {!kept && (
        <>
          <p>
            <PressButton danger press={() => void preview()} busy={busy === 'goes'}>
              {shared ? 'Wis wat je koos' : 'Wis alles'}
            </PressButton>
          </p>
        </>
      )}
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
