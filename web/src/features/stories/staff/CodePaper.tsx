import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'

/**
 * The code with which a teller takes the story back. It is shown once; on paper it stands alone.
 */
export function CodePaper({ code }: { code: string }) {
  const heading = useFocusOn<HTMLHeadingElement>(1)
  return (
    <section className="alert alert-ok code-paper" aria-labelledby="code">
      <div>
        <h3 id="code" ref={heading} tabIndex={-1}>
          Code om het verhaal terug te trekken
        </h3>
        <p className="code-big">{code}</p>
        <p>
          Geef deze code aan de verteller. Ermee kan het verhaal altijd weg, zonder account: op{' '}
          {location.host}/privacy, bij "Ik wil mijn verhaal terugtrekken".
        </p>
        <p>Mails die al verstuurd zijn, kunnen we niet terughalen.</p>
        <p className="no-print">
          <strong>Je ziet deze code maar één keer.</strong> Print hem nu of schrijf hem over.
        </p>
        <p className="no-print">
          <PressButton second press={() => window.print()}>
            Print
          </PressButton>
        </p>
      </div>
    </section>
  )
}
