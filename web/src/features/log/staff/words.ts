/** What people did, as the server names it. What is not here is shown as it is. */
const acts: Readonly<Record<string, string>> = {
  viewed: 'bekeek', listed: 'bekeek de lijst van', assigned: 'gaf door', noted: 'schreef een notitie bij', answered: 'gaf antwoord op', reopened: 'zette terug bij open', undone: 'maakte ongedaan bij',
  moved: 'verplaatste', vog: 'noteerde de VOG bij', extended: 'verlengde de termijn van', learned: 'schreef een leerpunt bij',
  publish: 'publiceerde', published: 'publiceerde', hide: 'maakte onzichtbaar', hidden: 'maakte onzichtbaar', restore: 'zette een versie terug van', restored: 'zette een versie terug van',
  trash: 'gooide weg', trashed: 'gooide weg', untrash: 'haalde terug', untrashed: 'haalde terug', delete: 'wiste', deleted: 'wiste', undo: 'maakte ongedaan bij', changed: 'veranderde', approved: 'keurde goed', withdrawn: 'trok in',
}

const kinds: Readonly<Record<string, readonly [one: string, many: string]>> = {
  message: ['bericht', 'berichten'], volunteer: ['aanmelding van een vrijwilliger', 'vrijwilligers'], complaint: ['klacht', 'klachten'], subscriber: ['adres voor de nieuwsbrief', 'adressen voor de nieuwsbrief'],
  news: ['nieuwsbericht', 'nieuws'], faq: ['vraag', 'vragen'], story: ['verhaal', 'verhalen'], year: ['jaar met cijfers', 'cijfers'], role: ['vrijwilligersrol', 'rollen'], page: ['pagina', 'pagina’s'],
  announcement: ['melding', 'meldingen'], activity: ['activiteit', 'activiteiten'], settings: ['instelling', 'instellingen'], setting: ['instelling', 'instellingen'], file: ['bestand', 'bestanden'], consent: ['toestemming', 'toestemmingen'],
}

/** bekeek de lijst van berichten */
export const sayAct = (action: string, kind: string) => `${acts[action] ?? action} ${kinds[kind]?.[action === 'listed' ? 1 : 0] ?? kind}`
export const sayKind = (kind: string) => kinds[kind]?.[1] ?? kind
