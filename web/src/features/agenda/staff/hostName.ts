/** Who receives people, as staff read it; a date of another organisation stores no name. */
export const hostName = (host: string) => (host === 'partner' ? 'een partner' : host)
