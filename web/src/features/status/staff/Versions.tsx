import type { Report } from './report'

/** What runs here, for who asks for help. */
export const Versions = ({ of }: { of: Report['versions'] }) =>
  of.length > 0 && (
    <section className="box" aria-labelledby="versies">
      <h2 id="versies">Versies</h2>
      <dl className="versions">
        {of.map(v => (
          <div key={v.name}>
            <dt>{v.name}</dt>
            <dd>{v.version}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
