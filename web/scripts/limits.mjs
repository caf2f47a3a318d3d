// Prints src/api/limits.gen.ts: the lengths, numbers and choices that src/api/openapi.json states
// of everything people fill in, by schema and field. With the word `me` it prints me.gen.ts, the
// roles that somebody can have: signing in needs no more, so it carries no more.
import { readFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'

const own = new URL('../src/api/limits.gen.ts', import.meta.url).pathname
const { paths, components } = JSON.parse(
  readFileSync(new URL('../src/api/openapi.json', import.meta.url), 'utf8'),
)
const words = ['enum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum']

/** The names of the schemas that a piece of the description refers to, and those behind them. */
function reach(of, found) {
  if (typeof of !== 'object' || of === null) return found
  const name = of.$ref?.split('/').at(-1)
  if (name && !found.has(name)) reach(components.schemas[name], found.add(name))
  Object.values(of).forEach(part => reach(part, found))
  return found
}

const made = (name, of) => `export const ${name} = ${JSON.stringify(of)} as const\n`

/** The limits of a field, and under `items` those of each item of a list; undefined without any. */
function limitsOf(field) {
  const own = words.filter(w => field[w] !== undefined).map(w => [w, field[w]])
  const items = field.items && limitsOf(field.items)
  if (items) own.push(['items', items])
  const all = { ...Object.fromEntries(own), ...field['x-limits'] }
  return Object.keys(all).length ? all : undefined
}

/** The documents that staff write, as a draft holds them. */
const documents = Object.entries(components.schemas)
  .filter(([name]) => name.startsWith('DraftOf'))
  .map(([, draft]) => draft.properties.doc)

const sent = Object.values(paths)
  .flatMap(path => Object.values(path))
  .map(operation => operation.requestBody)
const wanted = process.argv[2] === 'me' ? { $ref: 'Me' } : [sent, documents]
const parts = [...reach(wanted, new Set())].sort().flatMap(name => {
  const schema = components.schemas[name]
  const fields = Object.entries(schema.properties ?? {}).flatMap(([field, of]) => {
    const limits = limitsOf(of)
    return limits ? [[field, limits]] : []
  })
  return [
    ...(fields.length ? [made(name, Object.fromEntries(fields))] : []),
    ...(schema['x-shapes'] ? [made(name + 'Shapes', schema['x-shapes'])] : []),
  ]
})
const text = '// Made of openapi.json by `npm run api`.\n\n' + parts.join('\n')
process.stdout.write(await format(text, { ...(await resolveConfig(own)), filepath: own }))
