import { useEffect, useState } from 'react'

/** Searching goes by the button or Enter, so that nothing moves while somebody types. */
export function Search({ value, search }: { value: string; search(words: string): void }) {
  const [typed, type] = useState(value)
  useEffect(() => type(value), [value])
  return (
    <form
      role="search"
      className="search"
      onSubmit={e => {
        e.preventDefault()
        search(typed.trim())
      }}
    >
      <label className="label" htmlFor="zoek">
        Zoek op naam of beschrijving
      </label>
      <div className="search-row">
        <input
          className="input"
          id="zoek"
          type="search"
          value={typed}
          onChange={e => type(e.target.value)}
        />
        <button className="btn btn-2" type="submit">
          Zoek
        </button>
      </div>
    </form>
  )
}
