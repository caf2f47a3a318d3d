/** An account that can receive people: its value, and the first name. */
export interface HostAccount {
  uid: string
  name: string
}

/** Whether a host is an account; else it is a name that somebody typed. */
export const isAccount = (host: string) => host.startsWith('@')

/** Who receives people, as staff read it; a date of another organisation stores no name. */
export const hostName = (host: string, accounts: readonly HostAccount[] = []) =>
  host === 'partner'
    ? 'een partner'
    : isAccount(host)
      ? (accounts.find(a => a.uid === host)?.name ?? 'een collega')
      : host
