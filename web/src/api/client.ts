import type { Client } from 'openapi-fetch'
import type { paths } from './schema.gen'

// Typed by openapi-fetch, sent by these lines: its own code would cost every form page 2.5 KB.
interface Init {
  params?: {
    path?: Record<string, string>
    query?: Record<string, string>
    header?: Record<string, string>
  }
  body?: unknown
}

/** Rejects when there is no whole answer; a refusal is an answer. */
async function call(method: string, path: string, { params = {}, body }: Init = {}) {
  const query = new URLSearchParams(params.query).toString()
  const response = await fetch(
    path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params.path?.[name] ?? '')) +
      (query && '?' + query),
    {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...params.header,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  )
  const answer = parsed(await response.text())
  return response.ok ? { data: answer, response } : { error: answer, response }
}

/** A proxy in between may answer with a page instead of JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const by = (method: string) => (path: string, init?: Init) => call(method, path, init)

/**
 * The typed client of the public API. Only form pages import it: reading pages go through the site
 * map.
 */
export const api = {
  GET: by('GET'),
  POST: by('POST'),
  PATCH: by('PATCH'),
  DELETE: by('DELETE'),
} as unknown as Pick<Client<paths>, 'GET' | 'POST' | 'PATCH' | 'DELETE'>
