import * as to from '../paths'

/** A search in the programme, from a page that has nothing else to offer. Works as a plain form. */
export const SearchForm = () => (
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
      />
      <button className="btn btn-2" type="submit">
        Zoek
      </button>
    </div>
  </form>
)
