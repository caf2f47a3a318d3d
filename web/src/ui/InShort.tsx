/** The whole text in a few sentences, for who reads with effort. */
export const InShort = ({ text }: { text?: string | undefined }) =>
  text ? (
    <section className="panel" aria-labelledby="in-het-kort">
      <h2 id="in-het-kort" className="box-title">
        In het kort
      </h2>
      <p>{text}</p>
    </section>
  ) : null
