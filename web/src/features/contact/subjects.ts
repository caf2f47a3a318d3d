// What a message can be about: the code of the API, the word in the address, and what people read.
export const subjects = [
  ['activity', 'activiteit', 'Vraag over een activiteit'],
  ['firstVisit', 'eerste-bezoek', 'Eerste bezoek'],
  ['story', 'verhaal', 'Mijn verhaal delen'],
  ['cooperation', 'samenwerken', 'Samenwerken'],
  ['press', 'pers', 'Pers'],
  ['other', 'anders', 'Iets anders'],
] as const

/** The subject that an address such as `?onderwerp=verhaal` chooses; '' for none. */
export const subjectOf = (word: string | null): string =>
  subjects.find(s => s[1] === word)?.[0] ?? ''

export const labelOf = (code: string): string => subjects.find(s => s[0] === code)?.[2] ?? ''
