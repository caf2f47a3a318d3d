// What comes from Word or a website: 1 MB of it is cut down to what a text may hold, quickly, and
// can be saved and published; a link that runs something is refused with words.
import type { Page } from '@playwright/test'
import { kept, publish, rich, titled } from './desk'
import { comeIn, expect, people, test } from './staff'
import { inLong } from './long'

// What is pasted has styles and handlers of its own. The policy of the page keeps them from doing
// anything, and the browser says so.
test.use({
  expected:
    /^error: (Applying inline style|Executing inline event handler) violates the following Content Security Policy/,
})
test.describe.configure({ timeout: 120_000 })

const allowed = [
  'doc',
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'image',
  'horizontalRule',
  'hardBreak',
  'text',
  'bold',
  'italic',
  'link',
]

/**
 * As Word puts it on the clipboard: its own look on every word, lists that are paragraphs, tables,
 * pictures of its own disk.
 */
function word(bytes: number): string {
  const normal = (inner: string) =>
    `<p class=MsoNormal style='margin:0cm;line-height:107%;mso-fareast-language:NL'><span lang=NL style='font-size:11.0pt;font-family:"Calibri",sans-serif;color:#C00000;mso-ansi-language:NL'>${inner}<o:p></o:p></span></p>\n`
  const item = (n: number) =>
    `<p class=MsoListParagraph style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span><![endif]>Stap ${n}</p>\n`
  const table = `<table class=MsoTableGrid border=1 style='border-collapse:collapse;mso-yfti-tbllook:1184'><tr style='mso-yfti-irow:0'><td width=301 style='width:225.4pt;background:yellow'><p class=MsoNormal>Cel</p></td></tr></table>\n`
  const bad = `<a href="javascript:alert(1)" onclick="alert(2)">de folder</a><img src="file:///C:/Users/x/image001.png" onerror="alert(3)"><script>alert(4)</script>`
  let body = `<h1 style='color:#2F5496'>Plan</h1>` + normal(`Zie ${bad} van de buurt.`) + table
  for (let n = 1; body.length < bytes; n++)
    body +=
      normal(
        `Regel ${n}: we koken <b style='mso-bidi-font-weight:normal'>soep</b> voor de <i>buurt</i>.`,
      ) + (n % 9 ? '' : item(n))
  const look = `<style><!-- @font-face {font-family:Calibri;} p.MsoNormal {mso-style-parent:""; margin:0cm;} --></style>`
  return `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15">${look}</head><body lang=NL>${body}</body></html>`
}

/** Pastes, and counts from then on how long the page stands still at most: `stoodStill`. */
const paste = (page: Page, html: string) =>
  rich(page, 'Tekst').evaluate((box, markup) => {
    let last = performance.now()
    const beat = window as unknown as { longest: number }
    beat.longest = 0
    setInterval(() => {
      beat.longest = Math.max(beat.longest, performance.now() - last)
      last = performance.now()
    }, 20)
    const data = new DataTransfer()
    data.setData('text/html', markup)
    data.setData('text/plain', 'gewone tekst')
    box.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, html)

const stoodStill = (page: Page) =>
  page.evaluate(() => Math.round((window as unknown as { longest: number }).longest))

async function start(page: Page, title: string) {
  await page.goto('/addnewsitem')
  await page.getByLabel('Titel', { exact: true }).fill(title)
  await page.getByLabel('Samenvatting').fill('Uit Word.')
  await expect(page.getByRole('toolbar', { name: 'Opmaak' })).toBeVisible()
  await rich(page, 'Tekst').click()
  await page.keyboard.type('Dit stond er al. ')
  await page.keyboard.press('Enter')
}

interface Node {
  type: string
  attrs?: object
  marks?: Node[]
  content?: Node[]
}
const kinds = (n: Node): string[] => [
  n.type,
  ...(n.marks ?? []).flatMap(kinds),
  ...(n.content ?? []).flatMap(kinds),
]

const unwanted =
  ':is(script, style, table, img, [style], [onclick], [class^=Mso], a[href^="javascript:" i])'

test(
  '1 MB out of Word: cut down, told, still quick, saved and published',
  inLong,
  async ({ page, elsewhere }, info) => {
    await comeIn(page, people.noor)
    await start(page, titled('Uit Word'))
    const html = word(1024 * 1024)
    expect(html.length).toBeGreaterThan(1024 * 1024)
    await paste(page, html)
    await expect(
      page.getByText(
        /^We hebben de opmaak weggehaald\. De tekst was te lang: het laatste stuk staat er niet bij\.$/,
      ),
    ).toBeVisible()
    const box = rich(page, 'Tekst')
    await expect(box).toContainText('Dit stond er al.')
    await expect(box).toContainText('Regel 1: we koken soep voor de buurt.')
    await expect(box.locator('h2', { hasText: 'Plan' })).toHaveCount(1)
    await expect(box.locator('ul > li', { hasText: 'Stap 9' }).first()).toBeAttached()
    expect(await box.locator(unwanted).count()).toBe(0)
    await expect(
      page
        .getByText('Deze tekst is bijna te lang.')
        .or(page.getByText(/^We hebben de opmaak weggehaald/))
        .first(),
    ).toBeVisible()

    await test.step('typing goes on', async () => {
      await page.keyboard.press('Control+Home')
      await page.keyboard.type('Nog vlot. ')
      await expect(box).toContainText('Nog vlot. Dit stond er al.')
    })
    await kept(page)
    info.annotations.push({ type: 'stood still', description: `${await stoodStill(page)} ms` })
    const id = new URL(page.url()).pathname.split('/').at(-1)!
    const { doc } = (await (await page.request.get('/api/drafts/news/' + id)).json()) as {
      doc: { body: Node }
    }
    expect([...new Set(kinds(doc.body))].filter(k => !allowed.includes(k))).toEqual([])
    expect(kinds(doc.body).length).toBeGreaterThan(1000)
    expect(JSON.stringify(doc.body).length).toBeLessThanOrEqual(200 * 1024)
    expect(JSON.stringify(doc.body)).not.toMatch(/javascript|Mso|style|onclick/)
    await publish(page)
    const visitor = await elsewhere()
    await visitor.goto('/newsdetails/' + id)
    await expect(visitor.locator('.prose')).toContainText('Regel 1: we koken soep voor de buurt.')
    await expect(visitor.locator('.prose strong').first()).toHaveText('soep')
    expect(await visitor.locator(`.prose ${unwanted}`).count()).toBe(0)
  },
)

test(
  'a page of the web by copy and paste, as a person does it',
  inLong,
  async ({ page, context }) => {
    await comeIn(page, people.bram)
    await start(page, titled('Van een website'))
    const source = await context.newPage()
    await source.setContent(
      `<div style="font:20px serif;color:red;background:yellow"><h1>Groot nieuws</h1><p>Kom <b>langs</b>, of <a href="javascript:alert(1)">klik</a> naar <a href="https://voorbeeld.example/x" onclick="alert(1)">het programma</a>.</p><table><tr><td>Eén cel</td></tr></table></div>`,
    )
    await source.keyboard.press('Control+a')
    await source.keyboard.press('Control+c')
    await source.close()
    await page.bringToFront()
    await page.keyboard.press('Control+v')
    const box = rich(page, 'Tekst')
    await expect(box.locator('h2', { hasText: 'Groot nieuws' })).toHaveCount(1)
    await expect(box.locator('strong', { hasText: 'langs' })).toHaveCount(1)
    await expect(box.getByRole('link', { name: 'het programma' })).toHaveAttribute(
      'href',
      'https://voorbeeld.example/x',
    )
    await expect(box).toContainText('Eén cel')
    expect(await box.locator(unwanted).count()).toBe(0)
    await expect(page.getByText('We hebben de opmaak weggehaald.')).toBeVisible()
  },
)

test('a link that runs something is refused in words, and what was typed stays to be mended', async ({
  page,
}) => {
  await comeIn(page, people.noor)
  await start(page, titled('Links'))
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Link' })
  const to = dialog.getByLabel('Waar gaat de link naartoe?')
  await dialog.getByLabel('Welke woorden worden de link?').fill('het programma')
  for (const bad of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    '//kwaad.example',
    'http://voorbeeld.example',
    'file:///etc/passwd',
  ]) {
    await to.fill(bad)
    await dialog.getByRole('button', { name: 'Bewaar link' }).click()
    await expect(
      dialog.getByText('Dit adres kunnen we niet gebruiken. Begin met https://.'),
      bad,
    ).toBeVisible()
    await expect(to).toBeFocused()
    await expect(to).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByLabel('Welke woorden worden de link?')).toHaveValue('het programma')
  }
  await to.fill('/agenda')
  await page.keyboard.press('Enter')
  await expect(rich(page, 'Tekst').getByRole('link', { name: 'het programma' })).toHaveAttribute(
    'href',
    '/agenda',
  )
  await kept(page)

  await test.step('the server refuses it too, and names the place', async () => {
    const answer = await page.evaluate(async () => {
      const at = '/api/drafts/news/' + location.pathname.split('/').at(-1)
      const draft = (await (await fetch(at)).json()) as {
        version: number
        doc: { body: { content: unknown[] } }
      }
      draft.doc.body.content.push({
        type: 'paragraph',
        content: [
          {
            type: 'text',
            text: 'x',
            marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }],
          },
        ],
      })
      const put = await fetch(at, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'if-match': `"${draft.version}"` },
        body: JSON.stringify({ doc: draft.doc }),
      })
      return { status: put.status, body: (await put.json()) as { fields?: { name: string }[] } }
    })
    expect(answer.status).toBe(422)
    expect(answer.body.fields?.[0]?.name).toMatch(/^body/)
  })
})
