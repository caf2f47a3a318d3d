// Made of openapi.json by `npm run api`.

export const ANBI = {
  accounts: { items: { maxLength: 120 }, maxItems: 30 },
  aim: { maxLength: 1000 },
  board: { maxItems: 20 },
  legalName: { maxLength: 120 },
  pay: { maxLength: 1000 },
  plan: { maxLength: 2000 },
  report: { maxLength: 2000 },
} as const

export const ActivityDraft = {
  body: { maxLength: 10000 },
  bring: { maxLength: 200 },
  firstTimeText: { maxLength: 1000 },
  host: { maxLength: 60 },
  inShort: { maxLength: 300 },
  newDates: { maxItems: 200 },
  ownSentence: { maxLength: 300 },
  summary: { maxLength: 160 },
  title: { maxLength: 80 },
} as const

export const AfterOff = { reason: { maxLength: 200 } } as const

export const Announcement = { body: { maxLength: 400 }, title: { maxLength: 80 } } as const

export const AnswerComplaint = { text: { maxLength: 4000 } } as const

export const AnswerMessage = { text: { maxLength: 4000 } } as const

export const Attrs = { alt: { maxLength: 200 }, caption: { maxLength: 200 } } as const

export const BoardMember = { name: { maxLength: 80 }, role: { maxLength: 60 } } as const

export const CallOff = {
  insteadDate: { maxLength: 60 },
  insteadText: { maxLength: 200 },
  reason: { enum: ['ill', 'staff', 'signUps', 'weather', 'building', 'other'] },
  scope: { enum: ['this', 'later', 'all'] },
  session: { maxLength: 60 },
  text: { maxLength: 200 },
} as const

export const CallOutcome = {
  outcome: {
    enum: [
      'yes',
      'no',
      'defer',
      'told',
      'comes',
      'cannot',
      'cannotThen',
      'notThisTime',
      'spoken',
      'noMore',
      'mailed',
      'voicemail',
      'notReached',
    ],
  },
  tries: { minimum: 0, maximum: 1000 },
} as const

export const Changes = { people: { enum: ['unknown', 'none', 'agreed'] } } as const

export const Closing = {
  also: { maxItems: 50 },
  first: { maxLength: 20 },
  from: { maxLength: 20 },
  last: { maxLength: 20 },
  reason: { maxLength: 200 },
  to: { maxLength: 20 },
  weekday: { minimum: 0, maximum: 7 },
  without: { maxItems: 4, items: { enum: ['hours', 'dates', 'tell', 'announcement'] } },
} as const

export const ContactBlock = {
  address: { items: { maxLength: 120 } },
  doorText: { maxLength: 1000 },
  name: { maxLength: 80 },
  routeText: { maxLength: 1000 },
} as const

export const CopyPick = { id: { maxLength: 60 }, source: { maxLength: 60 } } as const

export const CopyPress = { dates: { minItems: 1, maxItems: 200 } } as const

export const Credit = { text: { maxLength: 80 } } as const

export const CrisisItem = { text: { maxLength: 300 } } as const

export const DateChange = {
  capacity: { minimum: 0, maximum: 500 },
  host: { maxLength: 60 },
  note: { maxLength: 200 },
} as const

export const DatesToCheck = { newDates: { maxItems: 200 } } as const

export const DayBlock = { from: { maxLength: 10 }, to: { maxLength: 10 } } as const

export const DayChange = {
  blocks: { maxItems: 2 },
  mark: { maxLength: 500 },
  reason: { maxLength: 400 },
} as const

export const Doc = { type: { enum: ['doc'] } } as const

export const Exception = { reason: { maxLength: 200 } } as const

export const ExtendComplaint = { reason: { maxLength: 1000 } } as const

export const FAQItem = {
  answer: { maxLength: 2000 },
  category: { maxLength: 40 },
  question: { maxLength: 120 },
} as const

export const Figure = {
  definition: { maxLength: 300 },
  label: { maxLength: 80 },
  note: { maxLength: 200 },
  source: { maxLength: 120 },
  unit: { maxLength: 20 },
} as const

export const HardWord = { better: { maxLength: 80 }, word: { maxLength: 60 } } as const

export const ImpactYear = { foundSource: { maxLength: 120 }, method: { maxLength: 600 } } as const

export const Issue = {
  call: { maxLength: 600 },
  greeting: { maxLength: 300 },
  preheader: { maxLength: 90 },
  subject: { maxLength: 70 },
} as const

export const IssueDate = { title: { maxLength: 80 } } as const

export const IssueNews = { title: { maxLength: 90 } } as const

export const IssueStory = { text: { maxLength: 600 }, title: { maxLength: 80 } } as const

export const LearnedFrom = { text: { maxLength: 2000 } } as const

export const Mark = { type: { enum: ['bold', 'italic', 'link'] } } as const

export const MoveTo = {
  day: { maxLength: 20 },
  from: { maxLength: 20 },
  room: { maxLength: 200 },
  scope: { enum: ['this', 'later', 'all'] },
  to: { maxLength: 20 },
} as const

export const NewDate = {
  host: { maxLength: 60 },
  note: { maxLength: 200 },
  sessions: { maxItems: 40 },
} as const

export const NewHost = {
  host: { minLength: 1, maxLength: 60 },
  scope: { enum: ['this', 'later', 'all'] },
  was: { maxLength: 60 },
} as const

export const NewSession = { room: { maxLength: 200 } } as const

export const NewSiteName = { name: { minLength: 1, maxLength: 60 } } as const

export const NewUpload = {
  headHash: { maxLength: 200 },
  name: { maxLength: 400 },
  purpose: { enum: ['image', 'document'] },
  size: { minimum: 0 },
  type: { maxLength: 200 },
} as const

export const NewValues = {
  capacity: { minimum: 0, maximum: 500 },
  host: { maxLength: 60 },
  note: { maxLength: 200 },
} as const

export const NewsItem = {
  author: { maxLength: 40 },
  summary: { maxLength: 160 },
  title: { maxLength: 90 },
} as const

export const Node = {
  type: {
    enum: [
      'paragraph',
      'heading',
      'bulletList',
      'orderedList',
      'listItem',
      'blockquote',
      'image',
      'horizontalRule',
      'hardBreak',
      'text',
    ],
  },
} as const

export const Note = { reason: { maxLength: 500 } } as const

export const OnAgain = {
  scope: { enum: ['this', 'later', 'all'] },
  session: { maxLength: 60 },
} as const

export const OrderInputBody = { ids: { maxItems: 1000 } } as const

export const Page = {
  blocks: { maxItems: 40 },
  lead: { maxLength: 200 },
  title: { maxLength: 80 },
} as const

export const PageShapes = {
  home: { blocks: { maxItems: 4 }, body: { maxLength: 200 } },
  huisregels: { blocks: { maxItems: 1 } },
  registrationsequel: { blocks: { maxItems: 1 }, body: { maxLength: 600 } },
} as const

export const PersonAsked = {
  reason: { enum: ['insight', 'correct', 'erase', 'mail'] },
  what: { maxLength: 300 },
} as const

export const PersonAskedOf = {
  reason: { enum: ['insight', 'correct', 'erase', 'mail'] },
  what: { maxLength: 300 },
  whose: { maxItems: 100 },
} as const

export const PersonErase = {
  rows: { maxItems: 1000 },
  what: { maxLength: 300 },
  whose: { maxItems: 100 },
  word: { maxLength: 60 },
} as const

export const PersonHold = {
  reason: { maxLength: 20 },
  until: { maxLength: 10 },
  what: { maxLength: 300 },
} as const

export const PersonMend = { row: { maxLength: 60 }, what: { maxLength: 300 } } as const

export const PersonRelease = { what: { maxLength: 300 } } as const

export const PersonRowMend = { row: { maxLength: 60 }, what: { maxLength: 300 } } as const

export const PersonSought = { what: { maxLength: 300 } } as const

export const Picture = { alt: { maxLength: 200 }, caption: { maxLength: 200 } } as const

export const Processing = {
  processors: { maxItems: 12 },
  serverCountry: { maxLength: 60 },
} as const

export const Processor = {
  country: { maxLength: 60 },
  name: { maxLength: 80 },
  purpose: { maxLength: 120 },
} as const

export const Quote = { by: { maxLength: 40 }, text: { maxLength: 200 } } as const

export const ReasonBody = { reason: { maxLength: 200 } } as const

export const Rhythm = { skip: { maxItems: 500 } } as const

export const Role = {
  perWeek: { maxLength: 60 },
  text: { maxLength: 600 },
  title: { maxLength: 80 },
} as const

export const Room = { name: { maxLength: 60 } } as const

export const SearchBlock = { synonyms: { items: { maxLength: 120 }, maxItems: 200 } } as const

export const SeatsInputBody = {
  seats: { minimum: 1, maximum: 500 },
  was: { minimum: 1, maximum: 500 },
} as const

export const Section = { heading: { maxLength: 120 } } as const

export const Sender = { name: { maxLength: 60 } } as const

export const Share = { label: { maxLength: 60 } } as const

export const SkipInputBody = {
  reason: { enum: ['notSoon', 'notThere', 'notThisGroup', 'double', 'ownWish'] },
} as const

export const StaffNote = { text: { maxLength: 2000 } } as const

export const StopInputBody = { reason: { maxLength: 200 } } as const

export const Story = {
  contentNote: { maxLength: 120 },
  displayName: { maxLength: 40 },
  helped: { items: { maxLength: 160 }, maxItems: 5 },
  inShort: { maxLength: 300 },
  intro: { maxLength: 200 },
  quote: { maxLength: 160 },
  themes: {
    items: {
      enum: [
        'eerste stap',
        'eenzaamheid',
        'verslaving',
        'werk',
        'naasten',
        'terugval',
        'creatief',
        'bewegen',
        'vrijwilliger worden',
        'herstel',
      ],
    },
    maxItems: 4,
  },
  title: { maxLength: 80 },
} as const

export const StoryConsentForm = { reach: { maxLength: 200 }, who: { maxLength: 100 } } as const

export const Taps = { taps: { maxItems: 200 } } as const

export const TellEverybody = { act: { maxLength: 60 }, text: { maxLength: 1000 } } as const

export const Terms = {
  auditDays: { maximum: 730, minimum: 90 },
  complaintDays: { maximum: 1826, minimum: 365 },
  messageDays: { maximum: 365, minimum: 30 },
  registrationDays: { maximum: 90, minimum: 7 },
  subscriberDays: { maximum: 30, minimum: 1 },
  supportDays: { maximum: 60, minimum: 1 },
  trashDays: { maximum: 90, minimum: 7 },
  unansweredDays: { maximum: 365, minimum: 30 },
  undoMinutes: { maximum: 60, minimum: 1 },
  volunteerDays: { maximum: 84, minimum: 7 },
  volunteerIdleMonths: { maximum: 12, minimum: 3 },
  volunteerKeepDays: { maximum: 365, minimum: 90 },
  waitlistDays: { maximum: 30, minimum: 1 },
} as const

export const TopicSwitch = {
  topic: { enum: ['messages', 'calls', 'tooFew', 'tomorrow', 'forgotten'] },
} as const

export const TypeHours = {
  hours: { minimum: 0, maximum: 500 },
  id: { minLength: 1, maxLength: 60 },
  reason: { maxLength: 200 },
  was: { maxLength: 60 },
} as const

export const UnnamedInputBody = { change: { enum: [1, -1] } } as const

export const ValuesTo = {
  capacity: { minimum: 0, maximum: 500 },
  host: { maxLength: 60 },
  note: { maxLength: 200 },
  scope: { enum: ['this', 'later', 'all'] },
} as const

export const ViewInputBody = { route: { maxLength: 200 } } as const

export const VolunteerNote = { text: { maxLength: 2000 } } as const

export const WordList = { words: { maxItems: 200 } } as const
