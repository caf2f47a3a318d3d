// Every link to the area of staff, apart from paths.ts because no visitor needs them.

const part = encodeURIComponent

export const start = () => '/beheer'
export const programme = () => '/beheer/programma'
export const stories = () => '/beheer/verhalen'
export const news = () => '/beheer/nieuws'
export const faq = () => '/beheer/vragen'
export const faqItem = (id: string) => `/beheer/vragen/${part(id)}`
export const impact = () => '/beheer/impact'
export const impactYear = (id: string) => `/beheer/impact/${part(id)}`
export const roles = () => '/beheer/rollen'
export const role = (id: string) => `/beheer/rollen/${part(id)}`
export const pages = () => '/beheer/paginas'
export const page = (key: string) => `/beheer/paginas/${part(key)}`
export const announcement = () => '/beheer/melding'
export const settings = () => '/beheer/instellingen'
export const settingsBlock = (block: string) => `/beheer/instellingen/${part(block)}`
export const files = () => '/beheer/bestanden'
export const file = (id: string) => `/beheer/bestanden/${part(id)}`
export const inbox = () => '/beheer/postvak'
export const message = (id: string) => `/beheer/postvak/${part(id)}`
export const volunteers = () => '/beheer/vrijwilligers'
export const volunteer = (id: string) => `/beheer/vrijwilligers/${part(id)}`
export const complaints = () => '/beheer/klachten'
export const complaint = (id: string) => `/beheer/klachten/${part(id)}`
export const newsletter = () => '/beheer/nieuwsbrief'
export const log = () => '/beheer/logboek'
export const accounts = () => '/beheer/accounts'
export const status = () => '/beheer/status'
/** As a visitor will see it; `kind` is the word of the address /api/drafts/{kind}. */
export const preview = (kind: string, id: string) => `/beheer/voorbeeld/${part(kind)}/${part(id)}`

/** `new` makes one. */
export const editActivity = (id: string) => `/editactivity/${part(id)}`
export const addStory = () => '/addStory'
export const editStory = (id: string) => `/editstory/${part(id)}`
export const addNews = () => '/addnewsitem'
export const editNews = (id: string) => `/editnews/${part(id)}`
