import { expect, test } from 'vitest'
import { subjectOf } from './NewsItem'

test.each([
  ['Donderdagavond tijdelijk gesloten', 'huis'],
  ['De lift is buiten gebruik', 'huis'],
  ['Nieuwe WRAP-groep, nog vier plekken', 'programma'],
  ['De wandelgroep gaat naar het bos', 'buiten'],
  ['Een gedicht van Noor', 'mensen'],
  ['Begroeping door de buurt', 'mensen'],
  ['Dicht bij jezelf', 'mensen'],
  ['Gemeente steunt ons twee jaar langer', 'mensen'],
])('%s: %s', (title, drawing) => expect(subjectOf(title)).toBe(drawing))
