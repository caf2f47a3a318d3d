/** Opens all that something is folded in, so that it can be seen and take the focus. */
export function unfold(what: Element | null | undefined) {
  for (let d = what?.closest('details'); d; d = d.parentElement?.closest('details')) d.open = true
}
