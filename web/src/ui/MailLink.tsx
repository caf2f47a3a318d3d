import { Fragment, type ReactNode } from 'react'

/** A mail address to press; a long one goes on behind the @ or a dot, and nowhere else. */
export const MailLink = ({
  to,
  className,
  children,
}: {
  to: string
  className?: string
  children?: ReactNode
}) => (
  <a className={className} href={'mailto:' + to}>
    {children}
    <MailWords of={to} />
  </a>
)

export const MailWords = ({ of }: { of: string }) => (
  <span>
    {of.match(/[^@.]*[@.]?/g)!.map((part, i) => (
      <Fragment key={i}>
        {i > 0 && <wbr />}
        <span className="nowrap">{part}</span>
      </Fragment>
    ))}
  </span>
)
