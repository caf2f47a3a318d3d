import { useState } from 'react'
import { api } from '../../api/client'
import { sent } from '../../api/visitor'
import { useHouseForm } from '../../layout/useHouseForm'
import { useSent } from '../../layout/useSent'
import type { Extra } from '../../page'
import * as to from '../../paths'
import { Form } from '../../ui/Form'
import type { Sent } from '../../ui/persist'
import { SubmitButton } from '../../ui/SubmitButton'
import { Expired } from './Expired'

type Carried = Pick<Extra, 'form' | 'ticket'>
type Props = Carried & { token: string }

/** Behind the link of a mail: nothing happens before a button is pressed. */
export function Confirm({ token, ...extra }: Props) {
  const [old, setOld] = useState(isOld(extra.form))
  if (old) return <Expired {...extra} />
  return (
    <div className="stack-l">
      <h1>Wil je de nieuwsbrief ontvangen?</h1>
      <Press
        {...extra}
        token={token}
        name="confirm"
        button="Ja, stuur mij de nieuwsbrief"
        tells="confirmed"
        gone={() => setOld(true)}
        send={async key =>
          sent(
            await api.POST('/api/newsletter/subscriptions/confirm', {
              params: header(key),
              body: { token },
            }),
          )
        }
      />
      <NotMe {...extra} token={token} />
    </div>
  )
}

/** An unconfirmed or unknown link that was pressed without JavaScript. */
const isOld = (form: Carried['form']) =>
  form?.name === 'confirm' && form.problem.code === 'not_found'

export const Leave = ({ token, ...extra }: Props) => (
  <div className="stack-l">
    <h1>Wil je geen nieuwsbrief meer?</h1>
    <Press
      {...extra}
      token={token}
      name="unsubscribe"
      button="Meld mij af"
      tells="unsubscribed"
      send={key => leave(token, key)}
    />
    <NotMe {...extra} token={token} />
  </div>
)

const NotMe = ({ token, ...extra }: Props) => (
  <div className="stack">
    <h2>Heb jij dit niet ingevuld?</h2>
    <p>Dan halen we het weg.</p>
    <Press
      {...extra}
      token={token}
      name="notMe"
      button="Dit was ik niet"
      tells="notMe"
      second
      hidden={{ notMe: 'true' }}
      send={key => leave(token, key, true)}
    />
  </div>
)

const header = (key: string) => ({ header: { 'Idempotency-Key': key } })
const leave = async (token: string, key: string, notMe?: true) =>
  sent(
    await api.POST('/api/newsletter/subscriptions/unsubscribe', {
      params: header(key),
      body: { token, notMe },
    }),
  )

interface PressProps extends Props {
  name: string
  button: string
  /** Kind of the news on the page without the token. */
  tells: string
  second?: boolean
  hidden?: Readonly<Record<string, string>>
  send(key: string): Promise<Sent<unknown>>
  /** The link is too old. */
  gone?(): void
}

/** One button. The token is in the form, so that it stands in no address that is asked for. */
function Press({
  name,
  button,
  token,
  tells,
  second,
  hidden,
  form,
  ticket,
  send,
  gone,
}: PressProps) {
  const tell = useSent(to.newsletter())
  const f = useHouseForm<unknown>({
    name,
    button,
    echo: form,
    ticket,
    send: (_, stamp) => send(stamp.idempotencyKey),
    done: () => tell({ kind: tells }),
    refused: async trouble => {
      if (trouble.code === 'not_found') gone?.()
    },
  })
  return (
    <Form form={f} hidden={{ token, ...hidden }}>
      <SubmitButton {...(second ? { second } : {})}>{button}</SubmitButton>
    </Form>
  )
}
