import { useEffect, type ReactNode } from 'react'
import { titleWarning } from './titleWarning'
import { ErrorSummary } from './ErrorSummary'
import { trapName } from './stamp'
import { FormContext } from './useForm'
import type { VisitorForm } from './useVisitorForm'
import './form.css'

interface Props {
  form: VisitorForm
  /** Hidden fields besides the name of the form and its key. */
  hidden?: Readonly<Record<string, string>>
  /** A form without a secret link carries the moment of opening and the trap. */
  open?: boolean
  /** False where a message would be lost to a program that fills in forms. */
  trap?: boolean
  className?: string
  /** Instead of the error summary, for problems that are no mistake of the visitor. */
  above?: ReactNode
  children: ReactNode
}

/** A form that works on both roads: see useVisitorForm. The error summary stands above it. */
export function Form({
  form,
  hidden = {},
  open = false,
  trap = open,
  className,
  above,
  children,
}: Props) {
  const { ticket } = form
  useEffect(() => {
    if (form.problem && !document.title.startsWith(titleWarning))
      document.title = titleWarning + document.title
  }, [form.problem])
  return (
    <FormContext value={form}>
      {above ?? <ErrorSummary />}
      <form
        id={form.id}
        method="post"
        action={form.action}
        noValidate
        // A browser keeps what stands in a form for a session that it may have to restore, on the
        // disk, also answers to "Waar kunnen we rekening mee houden?". Fields that say what they
        // are, such as an e-mail address, are offered again all the same.
        autoComplete="off"
        className={className}
        {...form.form}
      >
        <input type="hidden" name="form" value={form.name} />
        <input type="hidden" name="idempotencyKey" value={ticket?.idempotencyKey ?? ''} />
        {open && <input type="hidden" name="formTime" value={ticket?.formTime ?? ''} />}
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {trap && <Trap />}
        {children}
      </form>
    </FormContext>
  )
}

/** What keeps programs that remember passwords and addresses of people away from a field. */
const leaveAlone = {
  autoComplete: 'off',
  'data-1p-ignore': '',
  'data-bwignore': '',
  'data-form-type': 'other',
  'data-lpignore': 'true',
  'data-protonpass-ignore': 'true',
}

/** A field that only robots see and fill in. */
function Trap() {
  return (
    <div className="sr" aria-hidden="true">
      <label>
        Laat dit veld leeg <input type="text" name={trapName} tabIndex={-1} {...leaveAlone} />
      </label>
    </div>
  )
}
