// Made of openapi.json by `npm run api`.

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
