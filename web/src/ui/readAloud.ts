// "Lees voor": the browser's own voice, sentence by sentence. One long utterance would end by
// itself after some fifteen seconds in Chrome, and its pause() loses the place on phones: so a
// pause ends the sentence, and going on starts that sentence again.
import { sentencesOf } from './sentences'

export type AloudState = 'idle' | 'reading' | 'paused' | 'stopped' | 'done' | 'failed'

/**
 * A Dutch voice that needs no network: what somebody reads here is told to nobody. That of the
 * Netherlands first.
 */
export function dutchVoice(
  voices: readonly SpeechSynthesisVoice[],
): SpeechSynthesisVoice | undefined {
  const dutch = voices.filter(v => v.localService && /^nl\b|^nl_/i.test(v.lang))
  return dutch.find(v => /nl$/i.test(v.lang)) ?? dutch[0]
}

export class ReadAloud {
  private sentences: string[] = []
  private at = 0
  private state: AloudState = 'idle'
  private root: Element | undefined
  /** Kept, because browsers let go of an utterance that nobody holds, and its end is never told. */
  private speaking: SpeechSynthesisUtterance | undefined

  constructor(
    private readonly voice: SpeechSynthesis,
    private readonly tell: (state: AloudState) => void,
  ) {}

  /** Starts, or goes on after a pause. */
  start(root: Element | undefined) {
    if (this.state !== 'paused') {
      this.root = root
      this.sentences = root ? sentencesOf(root) : []
      this.at = 0
    }
    if (this.voice.speaking) this.voice.cancel() // another tab, or the page before this one
    this.now('reading')
    this.next()
  }

  pause() {
    if (this.state === 'reading') this.silence('paused')
  }

  stop() {
    if (this.state === 'reading' || this.state === 'paused') this.silence('stopped')
  }

  private silence(state: AloudState) {
    this.speaking = undefined // what it tells from here on is about the past
    this.now(state)
    this.voice.cancel()
  }

  private next() {
    const words = this.sentences[this.at]
    if (!this.root?.isConnected) return this.silence('stopped') // the page is gone: "Snel weg"
    if (words === undefined) return this.now('done')
    const utterance = this.utterance(words)
    this.speaking = utterance
    utterance.onend = () => {
      if (this.speaking !== utterance) return
      this.at++
      this.next()
    }
    utterance.onerror = () => {
      if (this.speaking === utterance) this.silence(this.root?.isConnected ? 'failed' : 'stopped')
    }
    this.voice.speak(utterance)
  }

  private utterance(words: string): SpeechSynthesisUtterance {
    const utterance = new SpeechSynthesisUtterance(words)
    utterance.lang = 'nl-NL'
    utterance.voice = dutchVoice(this.voice.getVoices()) ?? null
    return utterance
  }

  private now(state: AloudState) {
    this.state = state
    this.tell(state)
  }
}
