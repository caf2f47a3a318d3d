/** A drawing beside words, never instead of them. `of` is one path of icons.ts. */
export const Icon = ({ of }: { of: string }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={of} />
  </svg>
)
