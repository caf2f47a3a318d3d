// Whether the strip was read on this device: the first script of a page asks, and has no React.
export const stripKey = 'cookie-consent'

/** Any value says so. */
export function stripRead(): boolean {
  try {
    return localStorage.getItem(stripKey) !== null
  } catch {
    return false
  }
}
