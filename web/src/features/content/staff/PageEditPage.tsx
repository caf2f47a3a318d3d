import { useMemo } from 'react'
import * as limits from '../../../api/limits.gen'
import type { ScreenProps } from '../../../page'
import { EditorFrame } from '../../../staff/editor/EditorFrame'
import type { Speech } from '../../../staff/editor/speech'
import { AreaField, TextField, useFault } from '../../../staff/fields'
import { emptyDoc, ofPlain, plain } from '../../../staff/editor/rich/doc'
import { HelpPanel } from '../../../staff/editor/rich/HelpPanel'
import { RichTextField } from '../../../staff/editor/rich/RichTextField'
import { mayWrite } from '../../../staff/roles'
import { useDraft, type Draft } from '../../../staff/editor/useDraft'
import { PlainValue } from '../../../staff/editor/Value'
import { at, previewOf } from '../../../screens'
import { PageLink } from '../../../ui/PageLink'
import { PressButton } from '../../../ui/PressButton'
import { sayFault, shapeOf, wholeOf, type Page, type Section, type Shape } from './shapes'

const speechOf = (shape: Shape): Speech<Page> => ({
  labels: {
    title: shape.title,
    ...(shape.lead && { lead: shape.lead[0] }),
    blocks: 'Stukken',
  },
  say: sayFault,
  show: {
    blocks: value =>
      (value as Section[] | undefined)?.map(b => (
        <div key={b.id}>
          <p>
            <strong>{b.heading}</strong>
          </p>
          <PlainValue of={b.body} />
        </div>
      )),
  },
})

/** `/beheer/paginas/:key`. */
export default function PageEditPage({ auth, user, params }: ScreenProps) {
  const key = params['key'] ?? ''
  const d = useDraft(auth, 'pages', key)
  const shown = previewOf('pages', key)
  const shape = shapeOf(key)
  const speech = useMemo(() => speechOf(shape), [shape])
  return (
    <EditorFrame
      auth={auth}
      user={user}
      draft={d}
      speech={speech}
      title={shape.name ?? 'Pagina'}
      heading={shape.name ?? (d.is === 'ready' ? d.doc.title : undefined)}
      fixed
      noPreview={!shown}
      back={{ to: at('pages'), words: "Pagina's" }}
      write={mayWrite(user, 'redactie', 'coordinator')}
      publicAt={typeof shown?.path === 'string' ? shown.path : undefined}
    >
      {d.is === 'ready' && <Fields d={d} shape={shape} auth={auth} />}
    </EditorFrame>
  )
}

function Fields({
  d: { doc, set },
  shape,
  auth,
}: {
  d: Draft<Page>
  shape: Shape
  auth: ScreenProps['auth']
}) {
  const change = (i: number, next: Partial<Section>) =>
    set(p => ({ ...p, blocks: p.blocks.map((b, j) => (j === i ? { ...b, ...next } : b)) }))
  const move = (i: number, step: number) =>
    set(p => {
      const blocks = [...p.blocks]
      blocks.splice(i + step, 0, ...blocks.splice(i, 1))
      return { ...p, blocks }
    })
  const remove = (i: number) => set(p => ({ ...p, blocks: p.blocks.filter((_, j) => j !== i) }))
  const add = () =>
    set(p => ({
      ...p,
      blocks: [...p.blocks, { id: freshId(p.blocks), heading: '', body: emptyDoc() }],
    }))
  return (
    <>
      {shape.about && <p>{shape.about}</p>}
      <TextField
        name="title"
        label={shape.title}
        hint={shape.titleHint}
        max={limits.Page.title.maxLength}
        value={doc.title}
        onChange={title => set({ title })}
      />
      {shape.lead && (
        <AreaField
          name="lead"
          label={shape.lead[0]}
          hint={shape.lead[1]}
          max={limits.Page.lead.maxLength}
          rows={3}
          value={doc.lead ?? ''}
          onChange={lead => set({ lead })}
        />
      )}
      {doc.blocks.map((b, i) => (
        <Block
          key={b.id}
          of={b}
          at={i}
          last={i === doc.blocks.length - 1}
          {...{ auth, shape, change, move, remove }}
        />
      ))}
      {doc.blocks.length < (shape.most ?? Infinity) && (
        <p>
          <PressButton second press={add}>
            {shape.part === 'Stap' ? 'Nog een stap' : 'Nog een stuk'}
          </PressButton>
        </p>
      )}
      <HelpPanel of={wholeOf(doc)} />
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
  shape: Shape
  change(i: number, next: Partial<Section>): void
  move(i: number, step: number): void
  remove(i: number): void
}

function Block({ of: b, at: i, last, auth, shape, change, move, remove }: BlockProps) {
  const words = b.heading || `${shape.part} ${i + 1}`
  const elsewhere = shape.elsewhere?.[b.id]
  if (shape.bare) return <Words of={b} at={i} {...{ auth, shape, change }} />
  return (
    <section className="box" aria-labelledby={`deel-${b.id}`}>
      <h2 id={`deel-${b.id}`}>
        {shape.part} {i + 1}
      </h2>
      {elsewhere ? (
        <>
          <p>
            <strong>{b.heading}</strong>
          </p>
          <p>
            {elsewhere.words} <PageLink to={elsewhere.to}>{elsewhere.link}</PageLink>
          </p>
        </>
      ) : (
        <>
          <TextField
            name={`blocks.${i}.heading`}
            label="Kopje"
            optional={!shape.plain}
            max={limits.Section.heading.maxLength}
            value={b.heading ?? ''}
            onChange={heading => change(i, { heading: heading || undefined })}
          />
          <Words of={b} at={i} {...{ auth, shape, change }} />
        </>
      )}
      <p className="row">
        <PressButton second press={() => move(i, -1)} off={i === 0} label={`Omhoog: ${words}`}>
          Omhoog
        </PressButton>
        <PressButton second press={() => move(i, 1)} off={last} label={`Omlaag: ${words}`}>
          Omlaag
        </PressButton>
        {!elsewhere && (
          <PressButton danger press={() => remove(i)} label={`Haal weg: ${words}`}>
            Haal weg
          </PressButton>
        )}
      </p>
    </section>
  )
}

/** With form where the page shows it, else plain words. */
function Words({
  of: b,
  at: i,
  auth,
  shape,
  change,
}: Pick<BlockProps, 'of' | 'at' | 'auth' | 'shape' | 'change'>) {
  const name = `blocks.${i}.body`
  const fault = useFault(name)
  if (shape.plain)
    return (
      <AreaField
        name={name}
        label="Tekst"
        max={shape.plain}
        rows={shape.bare ? 5 : 2}
        value={plain(b.body)}
        onChange={text => change(i, { body: ofPlain(text) })}
      />
    )
  return (
    <RichTextField
      name={name}
      label="Tekst"
      images={!shape.words}
      value={b.body}
      onChange={body => change(i, { body })}
      error={fault}
      auth={auth}
    />
  )
}
