// Why an upload ended, as codes. What the server found wrong with the file itself
// comes as `fault`.
export type UploadCode =
  | 'storage/unauthenticated'
  | 'storage/quota-exceeded'
  | 'storage/unauthorized'
  | 'storage/object-not-found'
  | 'storage/retry-limit-exceeded'
  | 'storage/unknown'

export class UploadError extends Error {
  constructor(
    readonly code: UploadCode,
    readonly fault?: string,
  ) {
    super(code)
  }
}

const codes: Readonly<Record<number, UploadCode>> = {
  401: 'storage/unauthenticated',
  402: 'storage/quota-exceeded',
  403: 'storage/unauthorized',
  404: 'storage/object-not-found',
}

export const codeOf = (status: number): UploadCode => codes[status] ?? 'storage/unknown'

/** Worth another try: the server or the way to it is in trouble, not what was asked. */
export const retryable = (status: number) => status >= 500 || status === 408 || status === 429

interface Problem {
  code?: string
  fields?: readonly { name: string; code: string }[]
}

/** What a refusal says. An answer of something in between may carry no words of ours. */
export async function errorOf(answer: Response): Promise<UploadError> {
  const { fields, code } = (await answer.json().catch(() => ({}))) as Problem
  const own = answer.status === 422 || answer.status === 413
  return new UploadError(codeOf(answer.status), own ? (fields?.[0]?.code ?? code) : undefined)
}
