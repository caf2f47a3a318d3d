/**
 * Whether this browser knows dialogs. One that does not gets the words of the announcement at the
 * top of the page.
 */
export const canShow = () =>
  typeof HTMLDialogElement === 'function' && 'showModal' in HTMLDialogElement.prototype
