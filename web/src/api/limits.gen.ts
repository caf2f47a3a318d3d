// Made of openapi.json by `npm run api`.

export const Changes = { people: { enum: ['unknown', 'none', 'agreed'] } } as const

export const DateChange = {
  capacity: { minimum: 0, maximum: 500 },
  host: { maxLength: 60 },
  note: { maxLength: 200 },
} as const

export const DatesToCheck = { newDates: { maxItems: 200 } } as const

export const DayHours = { weekday: { minimum: 1, maximum: 7 } } as const

export const Doc = { type: { enum: ['doc'] } } as const

export const Mark = { type: { enum: ['bold', 'italic', 'link'] } } as const

export const Me = {
  roles: {
    items: {
      enum: [
        'gastheer',
        'begeleider',
        'redactie',
        'vertrouwenspersoon',
        'coordinator',
        'beheerder',
      ],
    },
  },
} as const

export const NewUpload = {
  headHash: { maxLength: 200 },
  name: { maxLength: 400 },
  purpose: { enum: ['image', 'document'] },
  size: { minimum: 0 },
  type: { maxLength: 200 },
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

export const OrderInputBody = { ids: { maxItems: 1000 } } as const

export const Story = {
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
  },
} as const

export const ViewInputBody = { route: { maxLength: 200 } } as const
