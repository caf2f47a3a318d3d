// On a page for visitors, who may change it finds a quiet line that leads to where that is done
// (spec of the pages, staff columns). Visitors get neither the line nor the code that makes it.
import type { Page } from '@playwright/test'
import { comeIn, expect, fitsItsWidth, h1, isAccessible, open, people, test } from './staff'
import { inLong } from './long'

const line = (page: Page) => page.getByRole('navigation', { name: 'Bewerken' })

/**
 * Addresses of the first story, news item and date of the sample data, and of a date that Loes
 * leads.
 */
async function addresses(page: Page) {
  const read = async <T>(path: string) => (await page.request.get(path)).json() as Promise<T>
  const {
    items: [story],
  } = await read<{ items: { id: string }[] }>('/api/stories')
  const { items: dates } = await read<{
    items: { id: string; activityId: string; title: string }[]
  }>('/api/occurrences')
  const { items: led } = await read<{ items: { id: string; activityId: string }[] }>(
    '/api/occurrences?zoek=Herstelwerkgroep',
  )
  const other = dates.find(d => d.activityId !== led[0]!.activityId)!
  const at = (d: { id: string; activityId: string }) => `/agendadetails/${d.activityId}/${d.id}`
  return {
    story: story!.id,
    other: at(other),
    otherId: other.activityId,
    led: at(led[0]!),
    ledId: led[0]!.activityId,
  }
}

test('redactie: from stories, figures, home and contact to where each is changed', async ({
  page,
}) => {
  await comeIn(page, people.noor)
  const { story, other } = await addresses(page)
  for (const [path, words, to] of [
    ['/', 'Bewerk melding', '/beheer/melding'],
    ['/stories', 'Bewerk de verhalen', '/beheer/verhalen'],
    ['/stories', 'Nieuw verhaal', '/addStory'],
    [`/storydetails/${story}`, 'Bewerk dit verhaal', `/editstory/${story}`],
    ['/impact', 'Bewerk de cijfers', '/beheer/impact'],
    ['/contact', 'Open het postvak', '/beheer/postvak'],
  ] as const) {
    await open(page, path)
    await expect(line(page).getByRole('link', { name: words }), path).toHaveAttribute('href', to)
  }
  await open(page, `/storydetails/${story}`)
  await expect(line(page)).toBeVisible()
  await fitsItsWidth(page)
  await isAccessible(page)
  await line(page).getByRole('link', { name: 'Bewerk dit verhaal' }).click()
  await expect(page.getByLabel('Titel', { exact: true })).not.toHaveValue('')
  await expect(page.getByRole('button', { name: 'Publiceer', exact: true })).toBeVisible()
  for (const path of [other, '/agenda']) {
    // the programme is not theirs
    await open(page, path)
    await expect(
      page.getByRole('contentinfo').getByRole('button', { name: 'Uitloggen' }),
    ).toBeVisible()
    await expect(line(page), path).toHaveCount(0)
  }
})

test(
  'the coordinator changes every activity, a begeleider the own ones, and a gastheer none',
  inLong,
  async ({ page, elsewhere }) => {
    await comeIn(page, people.sanne)
    const { other, otherId, led, ledId } = await addresses(page)
    await open(page, '/agenda')
    await expect(line(page).getByRole('link', { name: 'Nieuwe activiteit' })).toHaveAttribute(
      'href',
      '/editactivity/new',
    )
    await expect(line(page).getByRole('link', { name: 'Bewerk het programma' })).toHaveAttribute(
      'href',
      '/beheer/programma',
    )
    await open(page, '/')
    await expect(line(page).getByRole('link', { name: 'Andere openingstijden' })).toHaveAttribute(
      'href',
      '/beheer/instellingen/hours',
    )
    await open(page, other)
    await line(page).getByRole('link', { name: 'Bewerk deze activiteit' }).click()
    await expect(page).toHaveURL('/editactivity/' + otherId)
    await expect(page.getByLabel('Titel', { exact: true })).not.toHaveValue('')

    const loes = await elsewhere()
    await comeIn(loes, people.loes, led)
    await expect(line(loes).getByRole('link', { name: 'Bewerk deze activiteit' })).toHaveAttribute(
      'href',
      '/editactivity/' + ledId,
    )
    const asked = loes.waitForResponse(r => r.url().endsWith('/api/activity-options'))
    await open(loes, other)
    await asked
    await expect(line(loes)).toHaveCount(0)

    const jan = await elsewhere()
    await comeIn(jan, people.jan)
    for (const path of ['/', '/agenda', led, '/stories', '/impact']) {
      await open(jan, path)
      await expect(
        jan.getByRole('contentinfo').getByRole('button', { name: 'Uitloggen' }),
      ).toBeVisible()
      await expect(line(jan), path).toHaveCount(0)
    }
  },
)

test('a visitor gets no line, and not a byte of its code', async ({ page }) => {
  const scripts: Promise<string>[] = []
  page.on('response', r => {
    if (new URL(r.url()).pathname.endsWith('.js')) scripts.push(r.text())
  })
  for (const path of ['/', '/stories', '/impact', '/agenda']) {
    await open(page, path)
    await expect(h1(page)).toBeVisible()
    await expect(line(page), path).toHaveCount(0)
  }
  expect((await Promise.all(scripts)).join('\n')).not.toContain('Bewerk ')
})
