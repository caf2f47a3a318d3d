import { agenda } from '../../../paths'
import { Notice } from '../../../ui/ErrorSummary'
import { inputId } from '../../../ui/Field'
import { PageLink } from '../../../ui/PageLink'
import { SubmitButton } from '../../../ui/SubmitButton'
import { useForm } from '../../../ui/useForm'

/**
 * Above a form whose date filled up meanwhile: what is typed stays, one press goes to the waitlist.
 */
export function NoRoom({ free, button }: { free: number; button: string }) {
  const { problem } = useForm()
  const [title, ...rest] = problem!.text.split(/(?<=\.) /)
  return (
    <Notice kind="warn" title={title!}>
      <p>{rest.join(' ')}</p>
      {free > 0 ? (
        <p>
          <a href={'#' + inputId('guests')}>Verander met hoeveel mensen je komt</a>
        </p>
      ) : (
        <p className="row">
          <SubmitButton value="waitlist">{button}</SubmitButton>
          <PageLink className="btn btn-2" to={agenda()}>
            Kies iets anders
          </PageLink>
        </p>
      )}
    </Notice>
  )
}
