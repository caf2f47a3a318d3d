const commands = [
  ['list', 'bekijken wie een account heeft'],
  ['add', 'iemand toevoegen'],
  ['roles', 'rollen geven of weghalen'],
  ['disable', 'een account uitzetten, ook op alle apparaten'],
  ['code', 'iemand een app voor een code laten koppelen'],
  ['reset', 'iemand een nieuw wachtwoord laten kiezen'],
] as const

/** Accounts are made on the server, not here: this says how, and whom to ask. */
export const Adding = () => (
  <section className="box" aria-labelledby="toevoegen">
    <h2 id="toevoegen">Iemand toevoegen of veranderen</h2>
    <p>
      Dat kan niet op deze pagina. De vrijwilliger van de techniek doet het op de server. Geef door:
      de naam, het e-mailadres en welke rollen iemand krijgt.
    </p>
    <p>Op de server zijn dit de opdrachten:</p>
    <ul className="rows">
      {commands.map(([word, use]) => (
        <li key={word}>
          <p>
            <code>deploy/account {word}</code>
            <br />
            {use}
          </p>
        </li>
      ))}
    </ul>
  </section>
)
