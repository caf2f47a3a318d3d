// Screens with text that the server does not have yet. While there is one, a session that ends does not take its screen away.
const held = new Set<symbol>()

export const unsaved = {
  any: () => held.size > 0,
  /** Gives what to call when everything is saved. Safe to call again. */
  hold(): () => void {
    const mine = Symbol()
    held.add(mine)
    return () => void held.delete(mine)
  },
}
