import type { FormEvent } from 'react'
import { useNavigate } from '../../router'
import * as to from '../../paths'

/** A plain GET form: it works as it is, without JavaScript. */
export function FaqSearch({ zoek }: { zoek: string | undefined }) {
  const go = useNavigate()
  const submit = (e: FormEvent<HTMLFormElement>) => {
    e.preventDefault()
    const words = new FormData(e.currentTarget).get('zoek')
    void go(to.faq(String(words ?? '').trim()))
  }
  return (
    <form
      className="search"
      action={to.faq()}
      method="get"
      role="search"
      onSubmit={submit}
      key={zoek}
    >
      <label className="label" htmlFor="zoek">
        Waar gaat je vraag over?
      </label>
      <div className="search-row">
        <input
          className="input"
          id="zoek"
          name="zoek"
          type="search"
          maxLength={100}
          autoComplete="off"
          defaultValue={zoek}
        />
        <button className="btn" type="submit">
          Zoek
        </button>
      </div>
    </form>
  )
}
