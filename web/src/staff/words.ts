import { clock, day, fullDay } from '../api/moment'

/** vrijdag 21 november om 10.00 uur. With `now` also the year, when that is another one. */
export const sayMoment = (at: string, now = at) => `${at.slice(0, 4) === now.slice(0, 4) ? day(at) : fullDay(at)} om ${clock(at)} uur`
