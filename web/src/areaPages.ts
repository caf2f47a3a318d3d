// Which addresses of the area of staff exist: the server and the gate ask, and the gate is there
// for visitors too. The links to them are made in areaPaths.ts.

/** The one line of the site map (pages.ts) that stands for `staffPages`. */
export const staffArea = '/beheer/*'

/** Every address under /beheer that has a screen in staff.tsx: the server answers all others with "not found", and so does the gate.
 *  A screen adds its line here and there. */
export const staffPages: readonly string[] = [
  '/beheer',
  '/beheer/voorbeeld/:kind/:id',
  // programme
  '/beheer/programma',
  // stories, impact
  '/beheer/verhalen',
  '/beheer/impact',
  '/beheer/impact/:id',

  // news, questions, roles, pages, announcement
  '/beheer/nieuws',
  '/beheer/vragen',
  '/beheer/vragen/:id',
  '/beheer/rollen',
  '/beheer/rollen/:id',
  '/beheer/paginas',
  '/beheer/paginas/:key',
  '/beheer/melding',
  // settings
  '/beheer/instellingen',
  '/beheer/instellingen/:blok',

  // files
  '/beheer/bestanden',
  '/beheer/bestanden/:id',

  // inboxes, log
  '/beheer/postvak',
  '/beheer/postvak/:id',
  '/beheer/vrijwilligers',
  '/beheer/vrijwilligers/:id',
  '/beheer/klachten',
  '/beheer/klachten/:id',
  '/beheer/nieuwsbrief',
  '/beheer/logboek',

  // technique
  '/beheer/accounts',
  '/beheer/status',
]
