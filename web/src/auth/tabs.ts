// What tabs tell each other about who is signed in. The stores are watched too:
// this is faster, and it knows why.
import type { AuthCode } from './errors'
import type { Channel } from './lock'
import type { Clock, User } from './types'

export type Change = 'nothing' | 'copy' | 'replace'

/** What a tab does when another one changed who is kept. */
export function changeFor(mine: User | null, kept: User | null): Change {
  if (!mine && !kept) return 'nothing'
  if (mine?.uid !== kept?.uid) return 'replace'
  return mine?.idToken === kept?.idToken ? 'nothing' : 'copy'
}

type Message =
  | { say: 'look' }
  | { say: 'leaving'; uid: string; why: AuthCode | undefined }
  | { say: 'newer?'; uid: string; receivedAt: number }
  | { say: 'newer'; user: User }

export interface TabHandlers {
  /** The stores changed. */
  look(): void
  /** The stores are about to be emptied. */
  leaving(uid: string, why: AuthCode | undefined): void
  /** Who is signed in here on a shared computer. */
  shared(): User | null
}

const answerMs = 1000

export class Tabs {
  private onNewer = (_user: User) => {}

  constructor(
    private readonly channel: Channel | undefined,
    private readonly clock: Clock,
  ) {}

  listen(handlers: TabHandlers): void {
    this.channel?.addEventListener('message', e =>
      this.hear((e as MessageEvent<Message>).data, handlers),
    )
  }

  tellLook(): void {
    this.say({ say: 'look' })
  }

  tellLeaving(uid: string, why: AuthCode | undefined): void {
    this.say({ say: 'leaving', uid, why })
  }

  /**
   * On a shared computer a tab keeps its own copy, and a duplicated tab starts with a copy of that.
   * Before one of them uses the refresh token it asks the others: the tokens travel from memory to
   * memory.
   */
  newerThan({ uid, receivedAt }: User): Promise<User | undefined> {
    if (!this.channel) return Promise.resolve(undefined)
    return new Promise(settle => {
      const end = (user?: User) => {
        stop()
        this.onNewer = () => {}
        settle(user)
      }
      const stop = this.clock.after(answerMs, end)
      this.onNewer = user => {
        if (user.uid === uid && user.receivedAt > receivedAt) end(user)
      }
      this.say({ say: 'newer?', uid, receivedAt })
    })
  }

  private hear(message: Message, { look, leaving, shared }: TabHandlers) {
    if (message.say === 'look') look()
    else if (message.say === 'leaving') leaving(message.uid, message.why)
    else if (message.say === 'newer') this.onNewer(message.user)
    else {
      const mine = shared()
      if (mine?.uid === message.uid && mine.receivedAt > message.receivedAt)
        this.say({ say: 'newer', user: mine })
    }
  }

  private say(message: Message) {
    this.channel?.postMessage(message)
  }
}
