import type { components } from '../../../api/schema.gen'

type Schemas = components['schemas']
export type Report = Schemas['FigureReport']
export type Numbered = Schemas['FigureNumber']

const number = new Intl.NumberFormat('nl-NL', { maximumFractionDigits: 1 })

/** 3.204, 16,5, or why it is not shown. */
export const sayNumber = ({ value, hidden }: Numbered): string =>
  hidden === 'few'
    ? 'minder dan 5'
    : hidden === 'other'
      ? 'verborgen'
      : value === undefined
        ? '–'
        : number.format(value)

export const partWords: Readonly<Record<Schemas['FigurePart']['part'], string>> = {
  morning: 'ochtend',
  afternoon: 'middag',
  evening: 'avond',
}
