// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { getSchema } from '@tiptap/core'
import { DOMParser as Reader, Node as Written } from '@tiptap/pm/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromDoc, toDoc } from './convert'
import {
  emptyDoc,
  fault,
  isEmpty,
  maxBytes,
  maxNodes,
  measure,
  ofPlain,
  overLimit,
  paragraph,
  plain,
  type Attrs,
  type Doc,
  type Mark,
  type Node,
} from './doc'
import { goodLink, tidyLink } from './link'
import { clean, fit } from './paste'
import { extensions } from './schema'

// read, not imported: the image of the site is built from web/ alone
const shared: { name: string; doc: unknown; plain?: string; fault?: string }[] = JSON.parse(
  readFileSync('../internal/richtext/testdata/documents.json', 'utf8'),
)
const schema = getSchema(extensions)
const opened = (doc: Doc) => {
  const node = Written.fromJSON(schema, fromDoc(doc))
  node.check()
  return node
}
const roundTrip = (doc: Doc) => toDoc(opened(doc).toJSON())

const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter(s => !/[\p{Cc}\p{Cs}]/u.test(s))
const href = fc.constantFrom(
  'https://113.nl',
  'mailto:info@voorbeeld.example',
  'tel:112',
  '/agenda?soort=leren',
  '/about#huisregels',
)
const marks: fc.Arbitrary<Mark[]> = fc
  .tuple(fc.boolean(), fc.boolean(), fc.option(href))
  .map(([bold, italic, to]) => [
    ...(bold ? [{ type: 'bold' as const }] : []),
    ...(italic ? [{ type: 'italic' as const }] : []),
    ...(to ? [{ type: 'link' as const, attrs: { href: to } }] : []),
  ])
const piece: fc.Arbitrary<Node> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(words, marks)
      .map(([text, m]) => ({ type: 'text' as const, text, ...(m.length ? { marks: m } : {}) })),
  },
  { weight: 1, arbitrary: fc.constant<Node>({ type: 'hardBreak' }) },
)
/** Pieces that look the same do not stand beside each other: they would be one. */
const pieces = (minLength: number) =>
  fc
    .array(piece, { minLength, maxLength: 5 })
    .map(all =>
      all.filter(
        (n, i) =>
          n.type !== 'text' ||
          all[i - 1]?.type !== 'text' ||
          JSON.stringify(n.marks) !== JSON.stringify(all[i - 1]!.marks),
      ),
    )
const filled = (type: Node['type'], content: Node[]): Node => ({
  type,
  ...(content.length ? { content } : {}),
})
const p = pieces(0).map(c => filled('paragraph', c))
const heading = fc
  .tuple(fc.constantFrom(2, 3), pieces(1))
  .map(([level, content]) => ({ type: 'heading' as const, attrs: { level }, content }))
const image = fc
  .tuple(
    fc.stringMatching(/^fil_[a-z0-9]{1,20}$/),
    fc.option(fc.stringMatching(/^[a-zé]([a-z .]{0,20}[a-z])?$/)),
    fc.boolean(),
  )
  .map(([fileId, alt, caption]) => {
    const attrs: Attrs = {
      fileId,
      ...(alt ? { alt } : { decorative: true }),
      ...(caption ? { caption: 'Bij ons' } : {}),
    }
    return { type: 'image' as const, attrs }
  })
const list = (deeper: fc.Arbitrary<Node>) =>
  fc
    .tuple(
      fc.constantFrom('bulletList', 'orderedList'),
      fc.array(
        fc
          .tuple(p, fc.array(fc.oneof(p, deeper), { maxLength: 2 }))
          .map(([first, rest]) => ({ type: 'listItem' as const, content: [first, ...rest] })),
        { minLength: 1, maxLength: 3 },
      ),
    )
    .map(([type, content]) => ({ type, content }))
const lists = list(list(p))
const quote = fc
  .array(fc.oneof(p, list(p)), { minLength: 1, maxLength: 3 })
  .map(content => ({ type: 'blockquote' as const, content }))
const block = fc.oneof<fc.Arbitrary<Node>[]>(
  p,
  heading,
  image,
  lists,
  quote,
  fc.constant<Node>({ type: 'horizontalRule' }),
)
const documents: fc.Arbitrary<Doc> = fc
  .array(block, { maxLength: 8 })
  .filter(c => c.length !== 1 || c[0]!.type !== 'paragraph' || !!c[0]!.content)
  .map(content => ({ type: 'doc', content }))

/** Made-up texts: enough to see the rule, or in the long check enough to see what is rare. */
const numRuns = process.env['HERSTELRUIMTE_LONG'] === '1' ? 10_000 : 200

describe('what is stored and what the editor keeps', () => {
  it(
    'are the same for every document',
    () => {
      fc.assert(
        fc.property(documents, doc => {
          expect(fault(doc)).toBeUndefined()
          expect(roundTrip(doc)).toEqual(doc)
        }),
        { numRuns },
      )
    },
    numRuns * 150,
  )

  it('says of the shared documents what the server says', () => {
    for (const { name, doc, plain: words, fault: place } of shared) {
      expect.soft(fault(doc), name).toBe(place)
      if (place) continue
      expect.soft(plain(doc as Doc), name).toBe(words)
      expect.soft(plain(roundTrip(doc as Doc)), name).toBe(words)
      expect.soft(fault(roundTrip(doc as Doc)), name).toBeUndefined()
    }
  })

  it('an empty editor is no text, and a heading without words is none', () => {
    expect(roundTrip(emptyDoc())).toEqual(emptyDoc())
    expect(toDoc({ type: 'doc', content: [{ type: 'heading', attrs: { level: 2 } }] })).toEqual(
      emptyDoc(),
    )
    expect(
      isEmpty({
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: ' ' }] }],
      }),
    ).toBe(true)
    expect(ofPlain('Eén.\n\nTwee.')).toEqual({
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'text', text: 'Eén.' }] },
        { type: 'paragraph', content: [{ type: 'text', text: 'Twee.' }] },
      ],
    })
  })

  it('counts as the server does, before the server refuses', () => {
    const many = (n: number): Doc => ({
      type: 'doc',
      content: Array.from({ length: n }, () => ({ type: 'paragraph' })),
    })
    expect(measure(many(3))).toMatchObject({ nodes: 4, depth: 2 })
    expect(overLimit(many(maxNodes - 1))).toBe('near')
    expect(overLimit(many(maxNodes))).toBe('long')
    expect(overLimit(ofPlain('x'.repeat(maxBytes)))).toBe('long')
    expect(measure(ofPlain('<')).bytes).toBe(measure(ofPlain('x')).bytes + 5)
  })
})

describe('a link', () => {
  it.each([
    'https://113.nl',
    'https://voorbeeld.example/a?b=c#d',
    'mailto:info@herstelruimte.example',
    'tel:+31123456789',
    'tel:112',
    '/',
    '/about#huisregels',
  ])('leads to %s', to => {
    expect(goodLink(to)).toBe(true)
  })
  it.each([
    '',
    'http://x.example',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '\tjavascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//x.example',
    '/\\x.example',
    '/\t/x.example',
    '\\\\x.example',
    ' https://x.example',
    'https:',
    'https://',
    'https:x.example',
    'https://naam:geheim@x.example',
    'https://:443',
    'mailto:',
    'mailto:x',
    'mailto:@',
    'tel:',
    'tel:bel-mij',
    'about',
    '#a',
    '?x',
    'ftp://x.example',
    'https://x.example/' + 'a'.repeat(2000),
    'https://x.example/\u2028',
    '%6aavascript:x',
    'blob:https://x.example',
    'www.x.example',
  ])('does not lead to %j', to => {
    expect(goodLink(to)).toBe(false)
  })
  it('is tidied: a bare mail address and an address of this site', () => {
    expect(tidyLink(' noor@voorbeeld.example ')).toBe('mailto:noor@voorbeeld.example')
    expect(tidyLink('https://site.example/agenda', 'https://site.example')).toBe('/agenda')
    expect(tidyLink('https://site.example.evil.example/', 'https://site.example')).toBe(
      'https://site.example.evil.example/',
    )
  })
})

const pasted = (html: string) => {
  const box = document.createElement('div')
  box.innerHTML = clean(html).html
  return toDoc(Reader.fromSchema(schema).parse(box).toJSON())
}

describe('what is pasted', () => {
  it('keeps its headings, lists, links and weight', () => {
    const { content } = pasted(
      '<h1>Kop</h1><p>Een <b>vet</b> en <i>schuin</i> woord, <a href="https://113.nl" target="_blank" class="x" onclick="alert(1)">113</a>.</p><ul><li>een</li><li>twee</li></ul>',
    )
    expect(content.map(n => n.type)).toEqual(['heading', 'paragraph', 'bulletList'])
    expect(
      content[1]!.content!.filter(t => t.marks).map(t => t.marks!.map(m => m.type).join()),
    ).toEqual(['bold', 'italic', 'link'])
    expect(JSON.stringify(content)).not.toMatch(/class|target|onclick/)
  })

  it('makes lists of the lists of Word', () => {
    const line = (level: number, sign: string, text: string) =>
      `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} ` +
      `lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span ` +
      `style='font:7.0pt'>&nbsp;&nbsp;</span></span><![endif]>${text}<o:p></o:p></p>`
    const { content } = pasted(
      `<html><head><style>p{color:red}</style></head><body>${line(1, '·', 'een')}\n` +
        `${line(2, 'o', 'diep')}\n${line(1, '·', 'twee')}<p class=MsoNormal ` +
        `style='color:red'>Na<span style='font-weight:bold'>vet</span></p></body></html>`,
    )
    expect(plain({ type: 'doc', content })).toBe('- een\n  - diep\n- twee\nNavet')
    expect(fault({ type: 'doc', content })).toBeUndefined()
  })

  it('says that something of its form was left out, and says nothing of a text without', () => {
    expect(clean('<p style="color:red">rood</p>').lost).toBe(true)
    expect(clean('<p>gewoon <strong>vet</strong></p>').lost).toBe(false)
    expect(
      clean(
        `<b style='mso-bidi-font-weight:normal'>vet</b> <i style='mso-bidi-font-style:normal'>schuin</i>`,
      ).html,
    ).toBe('<strong>vet</strong> <em>schuin</em>') // as Word writes it
    // as Google Docs writes it
    expect(clean('<b style="font-weight:normal">gewoon</b>').html).toBe('gewoon')
  })

  it('never brings in what a text may not hold', () => {
    const hostile = [
      '<script>alert(1)</script><p>a',
      '<img src=x onerror=alert(1)>b',
      '<a href="javascript:alert(1)">klik</a>',
      '<a href=" java\nscript:alert(1)">klik</a>',
      '<svg><script>alert(1)</script></svg>c',
      '<iframe srcdoc="<p>x"></iframe>d',
      '<table><tr><td>a<td>b</table>',
      '<p style="background:url(https://x.example)">e',
      '<img data-file="../x" alt="x">',
      '<img data-file="fil_1" alt="Een tafel" src="https://x.example">',
      '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
      '<form action="https://x.example"><input name=a></form>f',
      '<b><ul><li><h2>kop</h2></ul></b>',
      '<a href="data:text/html,x"><b>g</b></a>',
      '<details open ontoggle=alert(1)>h',
      '<div data-pm-slice="0 0 []"><p>i',
      '<ol><ol><ol><ol><ol><li>diep</ol></ol></ol></ol></ol>',
      '<blockquote>'.repeat(200) + 'diep',
      '<ul><li>'.repeat(200) + 'diep',
      '<li>los',
      '<p>\u0000\u0007x</p>',
      '<a<a<a<a<a',
    ]
    for (const html of hostile) {
      const doc = pasted(html)
      const fitting: Doc = { type: 'doc', content: fit(doc.content).content }
      expect.soft(fault(fitting), html).toBeUndefined()
      expect.soft(JSON.stringify(fitting), html).not.toMatch(/javascript:|onerror|x\.example/)
    }
  })

  it(
    'never brings in what a text may not hold, whatever the markup',
    () => {
      const tag = fc.constantFrom(
        'p',
        'div',
        'ul',
        'ol',
        'li',
        'h1',
        'h2',
        'h5',
        'b',
        'em',
        'a',
        'blockquote',
        'table',
        'td',
        'br',
        'hr',
        'img',
        'script',
        'span',
        'svg',
        'pre',
        'u',
      )
      const attr = fc.constantFrom(
        '',
        ' href="javascript:alert(1)"',
        ' href="https://113.nl"',
        ' style="font-weight:700"',
        ' style="mso-list:l0 level2 lfo1"',
        ' data-file="fil_1" alt="x"',
        ' data-file="x"',
        ' onclick="x"',
      )
      const token = fc.oneof(
        fc.tuple(tag, attr).map(([t, a]) => `<${t}${a}>`),
        tag.map(t => `</${t}>`),
        words,
      )
      fc.assert(
        fc.property(fc.array(token, { maxLength: 30 }), tokens => {
          const doc = pasted(tokens.join(''))
          expect(fault({ type: 'doc', content: fit(doc.content).content })).toBeUndefined()
        }),
        { numRuns },
      )
    },
    numRuns * 150,
  )

  it('of 1 MB is cut down to what fits', () => {
    const item: Node = { type: 'listItem', content: [paragraph('woord')] }
    const long: Node[][] = [
      pasted('<p>' + 'woord '.repeat(180_000)).content,
      [paragraph('<b> '.repeat(300_000))],
      Array.from({ length: 80_000 }, () => paragraph('woord')),
      [{ type: 'bulletList', content: Array.from({ length: 70_000 }, () => item) }],
    ]
    for (const blocks of long) {
      const { content, cut } = fit(blocks)
      expect(cut).toBe(true)
      expect(fault({ type: 'doc', content })).toBeUndefined()
      expect(content.length).toBeGreaterThan(0)
    }
  })
})
