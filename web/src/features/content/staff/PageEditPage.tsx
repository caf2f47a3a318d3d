import { useRef } from 'react'
import type { ScreenProps } from '../../../page'
import type { Fault } from '../../../staff/desk'
import { EditorFrame, type Speech } from '../../../staff/EditorFrame'
import { TextField, useFault } from '../../../staff/fields'
import { emptyDoc, type Doc } from '../../../staff/rich/doc'
import { RichTextField } from '../../../staff/rich/RichTextField'
import { previewOf } from '../../../staff/previews'
import { mayWrite } from '../../../staff/roles'
import { useDraft, type Draft } from '../../../staff/useDraft'
import { asText } from '../../../staff/Value'
import * as at from '../../../areaPaths'
import { PressButton } from '../../../ui/PressButton'

interface Section { id: string; heading?: string | undefined; body: Doc }
interface Page { key: string; title: string; blocks: Section[] }

const say = ({ name, code }: Fault): string | undefined => {
  if (name === 'title') return 'Geef de pagina een titel van hooguit 80 tekens.'
  const [, at, field] = /^blocks\.(\d+)\.(\w+)/.exec(name) ?? []
  if (at === undefined) return name === 'blocks' ? 'Een pagina heeft minstens één stuk.' : undefined
  const where = `Stuk ${+at + 1}: `
  if (field === 'heading') return where + 'kijk het kopje na. Het mag hooguit 80 tekens zijn.'
  return where + (code === 'required' ? 'schrijf de tekst.' : 'kijk de tekst na.')
}

const speech: Speech<Page> = {
  labels: { title: 'Titel', blocks: 'Stukken' },
  say,
  show: { blocks: value => (value as Section[] | undefined)?.map(b => <div key={b.id}><p><strong>{b.heading}</strong></p><p className="value">{asText(b.body)}</p></div>) },
}

/** `/beheer/paginas/:key`. */
export default function PageEditPage({ auth, user, params }: ScreenProps) {
  const key = params['key'] ?? ''
  const d = useDraft<Page>(auth, 'pages', key)
  const shown = previewOf('pages', key)
  return (
    <EditorFrame
      auth={auth} user={user} draft={d} speech={speech} title="Pagina" heading={d.is === 'ready' ? d.doc.title : undefined} fixed noPreview={!shown}
      back={{ to: at.pages(), words: "Pagina's" }} write={mayWrite(user, 'redactie', 'coordinator')} publicAt={shown?.path}
    >
      {d.is === 'ready' && <Fields d={d} auth={auth} />}
    </EditorFrame>
  )
}

function Fields({ d: { doc, set }, auth }: { d: Draft<Page>; auth: ScreenProps['auth'] }) {
  const change = (i: number, next: Partial<Section>) => set(p => ({ ...p, blocks: p.blocks.map((b, j) => (j === i ? { ...b, ...next } : b)) }))
  const move = (i: number, step: number) => set(p => {
    const blocks = [...p.blocks]
    blocks.splice(i + step, 0, ...blocks.splice(i, 1))
    return { ...p, blocks }
  })
  const remove = (i: number) => set(p => ({ ...p, blocks: p.blocks.filter((_, j) => j !== i) }))
  const add = () => set(p => ({ ...p, blocks: [...p.blocks, { id: freshId(p.blocks), heading: '', body: emptyDoc() }] }))
  return (
    <>
      <TextField name="title" label="Titel" max={80} value={doc.title} onChange={title => set({ title })} />
      {doc.blocks.map((b, i) => <Block key={b.id} of={b} at={i} last={i === doc.blocks.length - 1} {...{ auth, change, move, remove }} />)}
      <p><PressButton second press={add}>Nog een stuk</PressButton></p>
    </>
  )
}

/** Links lead to a part by its id: it never changes, also not with the heading. */
function freshId(blocks: readonly Section[]): string {
  let n = blocks.length + 1
  while (blocks.some(b => b.id === `stuk-${n}`)) n++
  return `stuk-${n}`
}

interface BlockProps {
  of: Section
  at: number
  last: boolean
  auth: ScreenProps['auth']
  change(i: number, next: Partial<Section>): void
  move(i: number, step: number): void
  remove(i: number): void
}

function Block({ of: b, at: i, last, auth, change, move, remove }: BlockProps) {
  const name = `blocks.${i}`
  const box = useRef<HTMLElement>(null)
  const words = b.heading || `Stuk ${i + 1}`
  return (
    <section className="box" aria-label={`Stuk ${i + 1}`} ref={box} tabIndex={-1}>
      <TextField name={name + '.heading'} label="Kopje" optional max={80} value={b.heading ?? ''} onChange={heading => change(i, { heading: heading || undefined })} />
      <RichTextField name={name + '.body'} label="Tekst" images value={b.body} onChange={body => change(i, { body })} error={useFault(name + '.body')} auth={auth} />
      <p className="row">
        <PressButton second press={() => move(i, -1)} off={i === 0} label={`Omhoog: ${words}`}>Omhoog</PressButton>
        <PressButton second press={() => move(i, 1)} off={last} label={`Omlaag: ${words}`}>Omlaag</PressButton>
        <PressButton danger press={() => remove(i)} label={`Haal weg: ${words}`}>Haal weg</PressButton>
      </p>
    </section>
  )
}
