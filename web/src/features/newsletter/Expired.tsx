import type { Extra } from '../../page'
import { Icon } from '../../ui/Icon'
import { hourglass } from '../../ui/noticeIcons'
import { useFocusOn } from '../../ui/useFocusOn'
import { SubscribeForm } from './SubscribeForm'

/** A link that is too old, or that nobody has: the form again. */
export function Expired({ ticket, form }: Pick<Extra, 'form' | 'ticket'>) {
  const heading = useFocusOn<HTMLHeadingElement>('expired')
  return (
    <div className="stack-l">
      <h1>Nieuwsbrief</h1>
      <section className="alert alert-warn">
        <Icon of={hourglass} />
        <div>
          <h2 ref={heading} tabIndex={-1} autoFocus>
            Deze link is verlopen.
          </h2>
          <p>Vul je e-mailadres nog een keer in.</p>
        </div>
      </section>
      <SubscribeForm form={form} ticket={ticket} />
    </div>
  )
}
