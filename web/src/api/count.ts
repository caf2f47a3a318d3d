// How many, in words: none is said as more are.

/** What is said of one, or else of more. */
export const plural = <T>(n: number, one: T, more: T = one): T => (n === 1 ? one : more)

/** 1 plek, 2 plekken */
export const some = (n: number, one: string, more: string) => `${n} ${plural(n, one, more)}`
