import startDemo from '../demo'

/**
 * Always a demo of its own, at its fixed moment: one of today that runs already has other dates on
 * a Saturday, and at night nobody is offered a place.
 */
export default function startOwnDemo() {
  delete process.env['SITE']
  delete process.env['MAIL']
  return startDemo()
}
