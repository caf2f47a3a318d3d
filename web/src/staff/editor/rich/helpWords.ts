// The words to avoid. A pattern fits whole words only, whatever their capitals.

export type Pair = readonly [pattern: string, better: string]

/** Words that put people in a box, with what to say instead. */
export const stigma: readonly Pair[] = [
  ['pati[ëe]nt(?:en)?|cli[ëe]nt(?:en)?|doelgroep(?:en)?', 'bezoeker, deelnemer of iemand'],
  [
    'verwarde (?:personen|persoon|mensen|man|vrouw)|psychiatrische? geval(?:len)?',
    'mensen die het zwaar hebben, of mensen met psychische kwetsbaarheid',
  ],
  [
    'schizofreen|schizofrenen|borderliners?|verslaafden?|alcoholist(?:en)?',
    'iemand met …, of iemand die herstelt van …',
  ],
  [
    'lijdt aan|lijden aan|slachtoffer van|slachtoffers van|kampt met|kampen met',
    'heeft te maken met, of leeft met',
  ],
  ['zelfmoord(?: plegen| pleegt| pleegde| gepleegd)?', 'zelfdoding of suïcide'],
  [
    'zwakk?e?|kwetsbare burgers?|probleemgeval(?:len)?',
    'iemand met ervaring, of iemand die steun zoekt',
  ],
  [
    'therapietrouwe?|geen ziekte-?inzicht|weigert|weigerde',
    'maakt een eigen keuze, of ziet het anders',
  ],
  ['wij helpen hen|we helpen hen|wij helpen hun', 'we steunen elkaar, of samen'],
  ['normaal|normale|weer de oude (?:worden|wordt|geworden)', 'een leven dat bij je past'],
  ['genezen|geneest|opgelost', 'onderweg, of herstel op jouw manier'],
  ['dapper(?:e|heid)?(?: ondanks alles)?', 'gewoon beschrijven wat iemand deed'],
  ['no-?shows?|wegblijvers?', 'niet gekomen'],
  ['intakes?|intakegesprek(?:ken)?', 'kennismaking'],
  ['trajecten|traject', 'reeks'],
  ['aanbod', 'programma'],
  ['voorziening(?:en)?', 'plek'],
]

/** Hard words with a simple one. Staff may have more of them. */
export const hard: readonly Pair[] = [
  ['participe(?:ren|ert|erde|erden)', 'meedoen'],
  ['facilite(?:ren|ert|erde|erden)', 'mogelijk maken'],
  ['middels', 'met'],
  ['indien', 'als'],
  ['teneinde', 'om te'],
  ['betreffende', 'over'],
  ['reeds', 'al'],
  ['echter', 'maar'],
  ['dient te|dienen te', 'moet'],
  ['gedurende', 'tijdens'],
  ['inzake', 'over'],
  ['derhalve', 'daarom'],
]

/** Begin like a participle, and are none. */
export const noParticiple = new Set(
  (
    'gebied geluid geld geduld gezond gebed geest geheugenverlies gemiddeld gebrek bewust bekend ' +
    'bezet verstand vervoert bericht beleid besluit beroept gedicht ' +
    'gezicht gewicht gerecht gesprekken geregeld geschikt gelegen gegevens getal eigen gevoelens ' +
    'gebouwen gedachten gewoonten geluiden gevallen gedeelten geheimen geen gewoon ' +
    'bestaat verdriet verkeerd herfst ergens'
  ).split(' '),
)

/** Words that open a sentence in front of a name without being one. */
export const openers = new Set(
  (
    'in op van de het een bij met voor naar uit als toen mijn onze want en maar dit dat deze die ' +
    'ik we wij je jij ook nu wie wat waar dag beste hallo kijk bel mail vraag om over tot sinds ' +
    'door na tussen dus daarom elke ' +
    'iedere alle veel onder achter zonder tijdens is zijn was heeft had wil kan er daar hier ' +
    'soms altijd onze hun haar zijn geen samen misschien later eerst'
  ).split(' '),
)

/** Names of two words that are no people. */
export const noPeople =
  /^(?:Den Haag|Den Bosch|Den Helder|Nieuw Zeeland|Wellness Recovery|Recovery Action|Action Plan|Tweede Kamer|Rode Kruis|Leger Des)$/
