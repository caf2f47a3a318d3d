import * as to from '../paths'

/** A search in the programme, where nothing else is offered. Works as a plain form. */
export const SearchForm = ({ zoek }: { zoek?: string }) => (
  <form className="search" action={to.agenda()} method="get" role="search">
    <label className="label" htmlFor="zoek">
      Zoek in het programma
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
      <button className="btn btn-2" type="submit">
        Zoek
      </button>
    </div>
  </form>
)
