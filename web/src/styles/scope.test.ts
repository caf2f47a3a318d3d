// The look of one screen never reaches another: once fetched, a style sheet stays until the page is
// left, so what it says must be about its own classes. And a screen brings what its classes need:
// none looks right only after another one.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const src = join(import.meta.dirname, '..')
const all = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  f => /\.(css|tsx?)$/.test(f) && !f.includes('.test.'),
)
const text = (f: string) => readFileSync(join(src, f), 'utf8').replace(/\/\*[^]*?\*\//g, '')

/** There from the first byte on every page: nobody comes by another way. */
const everywhere = [
  ...['tokens', 'base', 'parts', 'print'].map(s => `styles/${s}.css`),
  'layout/layout.css',
]

const without = (selector: string) => selector.replace(/:not\([^)]*\)/g, '')
const classesIn = (selector: string) =>
  [...without(selector).matchAll(/\.([a-z][\w-]*)/gi)].map(m => m[1]!)

/** The selectors of a style sheet, without those of frames of a movement. */
const selectorsOf = (f: string) =>
  [...text(f).matchAll(/([^{};]+)\{/g)]
    .map(m => m[1]!.trim())
    .filter(s => !/^(@|from$|to$|\d)/.test(s))
    .flatMap(s => s.split(/,(?![^(]*\))/))
    .map(s => s.trim().replace(/\s+/g, ' '))

const sheets = all.filter(f => f.endsWith('.css') && !everywhere.includes(f))
const rules = sheets.flatMap(file =>
  selectorsOf(file).map(selector => ({ file, selector, names: classesIn(selector) })),
)

/** Staff screens stand in a frame that has a style sheet: there it is always. */
const frameOfStaff = 'styles/staff.css'
const ofStaff = (f: string) => f.startsWith('staff/') || f.includes('/staff/')
const meet = (a: string, b: string) =>
  a !== b && !(a === frameOfStaff && ofStaff(b)) && !(b === frameOfStaff && ofStaff(a))

const classesOf = (f: string) => new Set(selectorsOf(f).flatMap(classesIn))
const parts = classesOf('styles/parts.css')
const frame = classesOf(frameOfStaff)
/** What everybody has is of no screen. */
const common = (name: string, file: string) =>
  file.startsWith('features') && (parts.has(name) || (ofStaff(file) && frame.has(name)))

/** Those of these rules that are under no class that is of their style sheet alone. */
function looseIn(of: typeof rules) {
  const by = new Map<string, Set<string>>()
  for (const { file, names } of of)
    for (const n of names) by.set(n, (by.get(n) ?? new Set()).add(file))
  return of.filter(
    ({ file, names }) =>
      !names.some(n => !common(n, file) && ![...by.get(n)!].some(f => meet(f, file))),
  )
}

it('says nothing about the screens of others', () => {
  // what others say only inside classes of their own is no look of it
  const loose = looseIn(looseIn(rules)).filter(
    r => r.names.length > 0 || r.file.startsWith('features'),
  )
  expect(loose.map(r => `${r.file}: ${r.selector}`)).toEqual([])
})

const importOf = (file: string, from: string) => {
  const at = relative(src, join(src, dirname(file), from))
  return [at, at + '.ts', at + '.tsx', at + '/index.ts'].find(f => all.includes(f))
}
const imports = new Map(
  all.map(f => [
    f,
    f.endsWith('.css')
      ? []
      : [...text(f).matchAll(/(?:from|import|import\() ?'(\.[^']+)'/g)].flatMap(
          m => importOf(f, m[1]!) ?? [],
        ),
  ]),
)

/** All that a module brings along. */
function closure(root: string, seen = new Set<string>()) {
  if (!seen.has(root)) {
    seen.add(root)
    for (const f of imports.get(root) ?? []) closure(f, seen)
  }
  return seen
}

const used = (f: string) =>
  [
    ...text(f)
      .replace(/=== '[^']*'/g, '')
      .matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})/g),
  ]
    .flatMap(([, plain, code]) =>
      (plain ?? [...code!.matchAll(/['"`]([^'"`]*)['"`]/g)].join(' ')).split(/[\s,'"`]+/),
    )
    .filter(c => /^[a-z][\w-]*$/i.test(c))

/** The style sheets that say how something of this class looks by itself. */
function definers(ofFrame: boolean) {
  const by = new Map<string, Set<string>>()
  for (const { file, selector } of rules) {
    const plain = ofFrame ? selector.replace(/^\.staff /, '') : selector
    const name = /^\.([a-z][\w-]*)(?::[\w-]+)?$/i.exec(plain)?.[1]
    if (name) by.set(name, (by.get(name) ?? new Set()).add(file))
  }
  return by
}

it('brings every style sheet that its classes are from', () => {
  const roots = all.filter(f => /^(features|staff\/editor)\/.*Page\.tsx$/.test(f))
  const always = closure('App.tsx')
  const area = closure('staff.tsx')
  const lacks = roots.flatMap(root => {
    const mine = closure(root)
    const from = definers(ofStaff(root))
    const has = new Set([...always, ...mine, ...(ofStaff(root) ? area : [])])
    return [...mine]
      .filter(f => f.endsWith('.tsx'))
      .flatMap(f => used(f).map(c => [f, c] as const))
      .filter(([, c]) => from.has(c) && ![...from.get(c)!].some(s => has.has(s)))
      .map(([f, c]) => `${root}: .${c} of ${f}, from ${[...from.get(c)!].join(', ')}`)
  })
  expect([...new Set(lacks)]).toEqual([])
})

it('says nothing that no screen has', () => {
  const usedIn = new Map(all.map(f => [f, used(f)]))
  const written = new Set([...usedIn.values()].flat())
  const always = [...closure('main.tsx'), ...closure('staff.tsx')]
  const screens = all
    .filter(f => /(^|\/)([A-Z]\w*Page|App|staff)\.tsx$/.test(f))
    .map(f => new Set([...closure(f), ...always].flatMap(m => usedIn.get(m)!)))
  // where a class is put together in code, nobody can tell
  const isIn = (has: Set<string>) => (name: string) => has.has(name) || !written.has(name)
  const idle = rules.filter(({ names }) => !screens.some(has => names.every(isIn(has))))
  expect(idle.map(r => `${r.file}: ${r.selector}`)).toEqual([])
})

it('has no token that nothing uses', () => {
  const everything = all.map(text).join('\n')
  const tokens = [...text('styles/tokens.css').matchAll(/(--[\w-]+):/g)].map(m => m[1]!)
  expect(tokens.filter(t => !everything.includes(`var(${t})`))).toEqual([])
})
