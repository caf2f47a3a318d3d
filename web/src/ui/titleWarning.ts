/** In front of the tab title while a form says that something is wrong. */
export const titleWarning = 'Let op: '
