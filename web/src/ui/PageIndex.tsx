import './index.css'

/** The parts of a long page, as links. */
export const PageIndex = ({ of }: { of: readonly { id: string; heading?: string }[] }) => (
  <nav className="index" aria-labelledby="op-deze-pagina">
    <h2 id="op-deze-pagina">Op deze pagina</h2>
    <ul>
      {of.map(
        part =>
          part.heading && (
            <li key={part.id}>
              <a href={`#${part.id}`}>{part.heading}</a>
            </li>
          ),
      )}
    </ul>
  </nav>
)
