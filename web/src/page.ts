// What a page module is, and how its code and its data are fetched: both at once, never one after
// the other.
import { createContext, useContext, type ComponentType } from 'react'
import type { Auth, User } from './auth/types'
import type { Shapes } from './drawings/Drawing'
import type { Page, Site } from './pages'
import type { Problem } from './api/problem'

/** The words of a document head. Go writes the tags; in the browser `useHead` keeps up. */
export interface Head {
  title: string
  description?: string
  /**
   * Own path, without origin; left out, it is the address itself. A page with `noindex` has none.
   */
  canonical?: string
  robots?: string
  /** Previews of a shared link tell only the name of the site. */
  neutral?: boolean
  jsonLd?: object
  /** Own path of the picture of previews; left out, it is that of the house. */
  image?: string | undefined
}

/** What somebody typed in a form that came back, and why it came back. */
export interface FormState {
  /** Name of the form on this page, as in its hidden field `form`. */
  name: string
  values: Record<string, string | string[]>
  problem: Problem
}

/**
 * What a form that was posted without JavaScript answered, when its line in the site map says
 * `shows`.
 */
export interface FormAnswer {
  name: string
  body: unknown
}

/** What the page before this one did, told once. */
export interface Flash {
  name: string
  kind: string
  way: string
  /** How the house gets to know them first: phone or mail. */
  meet?: string
  /**
   * What was filled in, to repeat it: question and answer. Only ever from the memory of this tab,
   * never from the server.
   */
  said?: readonly (readonly [question: string, answer: string])[]
}

/** The two hidden values of an opened form. */
export interface Ticket {
  idempotencyKey: string
  formTime: string
}

/** Data of one address. `data` lacks the reads that failed; `status` is that of the worst one. */
export interface Loaded {
  status: number
  data: Record<string, unknown> | null
  form?: FormState
  flash?: Flash
  ticket?: Ticket
  answer?: FormAnswer
}

/** What the server writes into the page: enough to hydrate without a single request. */
export interface Boot extends Loaded {
  url: string
  origin: string
  /**
   * Somebody of the staff asks: the data hold the layout only, and the browser reads the page's own
   * with its cookie.
   */
  shell?: true
  /** Nothing was chosen yet about statistics: the page has the banner that asks. */
  ask?: true
}

/**
 * What a page gets besides its data. All are there on the first page only, except a flash given by
 * `passFlash`.
 */
export interface Extra {
  form?: FormState
  flash?: Flash
  ticket?: Ticket
  answer?: FormAnswer
}

/** The query of the address; on the server only the words that the page knows. */
export interface Asked extends Extra {
  search: string
}

export interface PageProps<D> extends Asked {
  data: D
  params: Record<string, string>
}

/** `head` hangs on the component: a second export would cost hot reload. */
export interface PageModule {
  default: ComponentType<PageProps<any>> & {
    head(data: any, params: Record<string, string>, extra: Asked): Head
  }
}

/** The staff area, apart from all pages: its code is for people who are signed in. */
export interface StaffModule {
  default: ComponentType<StaffProps>
}
export interface StaffProps {
  auth: Auth
  user: User
}

/** What a screen of the staff area gets. */
export interface ScreenProps extends StaffProps {
  /** Of the address: `id` of /beheer/vragen/:id. */
  params: Readonly<Record<string, string>>
}

/** Parts of the frame that most visits do without; layout/parts.ts fetches them. */
export interface Parts {
  gate: { StaffGate: ComponentType<{ page: Page }> }
  lost: {
    Lost: ComponentType<{ page: Page | undefined; loaded: Loaded; flash?: Flash | undefined }>
  }
  signOut: { SignOutButton: ComponentType }
}
export type Part = keyof Parts

/**
 * `asleep`: nobody asked yet. `failed`: the code could not be fetched. `known`: `user` is who is
 * signed in, or nobody.
 */
export interface SessionState {
  is: 'asleep' | 'loading' | 'failed' | 'known'
  user: User | null
  /** The code of what ended the session, when it was not the person's own wish. */
  why?: string | undefined
}

export interface SessionSource {
  get(): SessionState
  subscribe(changed: () => void): () => void
  /**
   * Fetches the sign-in part and asks who is signed in. Safe to call again; rejects when the code
   * cannot be fetched.
   */
  open(): Promise<Auth>
  /** The reason has been told. */
  told(): void
}

/** One per render on the server, one per tab in the browser. */
export interface Store {
  origin: string
  /** First load of this tab: its form, flash and ticket count for this address only. */
  first?: Boot
  /** Without boundaries: the second try of a failed server render, to surface the real error. */
  bare?: boolean
  /** Last head a page asked for; the server reads it after rendering. */
  head?: Head
  /** Code of a page; undefined when it could not be fetched, also not at the second try. */
  module(name: string): Promise<PageModule | undefined>
  /** A part of the frame that few visits need; undefined as for `module`. */
  part<P extends Part>(name: P): Promise<Parts[P] | undefined>
  /** The staff area; undefined as for `module`. Never asked for on the server. */
  staff(): Promise<StaffModule | undefined>
  session: SessionSource
  load(page: Page, params: Record<string, string>, address: Address): Promise<Loaded>
  /** Fetches the code behind a link before it is followed. */
  warm(path: string): void
  /** Drops what failed, so that the next render tries again. */
  retry(page: Page, address: Address): void
  layout: LayoutSource
  /** On the server: the lines of what pages draw, by name. */
  drawings?: Readonly<Record<string, Shapes>>
}

/**
 * The part of a location that decides what is read: the same address with another key is read
 * afresh.
 */
export interface Address {
  key: string
  pathname: string
  search: string
  hash: string
}

/** The last known answer of /api/site: it outlives failing reads. */
export interface LayoutSource {
  get(): Site
  subscribe(changed: () => void): () => void
}

export const StoreContext = createContext<Store>(null!)
export const useStore = () => useContext(StoreContext)

/** A promise that React's `use` reads without suspending. */
export function ready<T>(value: T): Promise<T> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled', value })
}

const flashes = new Map<string, Flash>()

/**
 * Options for `navigate`: tells the next page once what happened. Kept in memory, gone after a
 * reload.
 */
export function passFlash(flash: Flash): { state: { flash: string } } {
  const id = `${performance.timeOrigin}-${flashes.size}`
  flashes.set(id, flash)
  return { state: { flash: id } }
}
export const passedFlash = (state: unknown): Flash | undefined =>
  flashes.get((state as { flash?: string } | null)?.flash ?? '')
