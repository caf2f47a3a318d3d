// The feed of the news, read by a library that did not write it.
import { expect, test } from '@playwright/test'
import Parser from 'rss-parser'
import { site } from './house'

test('the feed of the news is read by a feed reader, newest first, without what is over or planned', async ({
  request,
}) => {
  const answer = await request.get(site() + '/nieuws.rss')
  expect(answer.headers()['content-type']).toBe('application/rss+xml; charset=utf-8')
  const feed = await new Parser().parseString(await answer.text())
  expect(feed).toMatchObject({
    title: 'Nieuws van Herstelruimte',
    link: site() + '/news',
    language: 'nl',
  })
  const titles = feed.items.map(i => i.title)
  expect(titles).toContain('De lift doet het weer')
  expect(titles).not.toContain('Atelier exposeert in de bibliotheek')
  expect(titles).not.toContain('Open rond de feestdagen')
  expect(feed.items.length).toBeLessThanOrEqual(20)
  const times = feed.items.map(i => Date.parse(i.isoDate!))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  for (const item of feed.items) {
    expect(item.guid).toBe(item.link)
    expect((await request.get(item.link!)).status(), item.link).toBe(200)
  }
})
