// What an upload can be, and what leads from one to the other.
export type State = 'running' | 'paused' | 'canceled' | 'error' | 'success'
export type Act = 'pause' | 'resume' | 'cancel' | 'fail' | 'finish'

const table: Readonly<Record<State, Partial<Record<Act, State>>>> = {
  running: { pause: 'paused', cancel: 'canceled', fail: 'error', finish: 'success' },
  paused: { resume: 'running', cancel: 'canceled' },
  canceled: {},
  error: {},
  success: {},
}

/** Undefined: in this state the act does nothing. */
export const after = (state: State, act: Act): State | undefined => table[state][act]
