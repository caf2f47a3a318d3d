// Some tests go through a whole matrix or a great many rounds. The daily check takes a part that
// reaches every rule; HERSTELRUIMTE_LONG=1 (`check long`) takes all of it.
const long = process.env['HERSTELRUIMTE_LONG'] === '1'

/**
 * Marks a test that only the long run takes: a large one, or one more way through a screen that
 * another test walks every day. Smaller ones, of the server or of the unit, show its rules every
 * day, but for what a browser leaves behind on staff screens and on its disk: nothing small sees
 * that.
 */
export const inLong = { tag: '@long' }
/** For the configuration: what this run leaves out. */
export const leftOut = long ? [] : [/@long/]

/** How many rounds: enough to see the rule, or enough to see what is rare. */
export const rounds = (daily: number, all: number) => (long ? all : daily)

/** All of the list, or those that show every rule. */
export const ofList = <T>(all: readonly T[], daily: (one: T) => boolean): readonly T[] =>
  long ? all : all.filter(daily)

/** All of them, or those that are named. */
export const some = <T>(all: Record<string, T>, ...daily: string[]): [string, T][] =>
  Object.entries(all).filter(([name]) => long || daily.includes(name))
