// Every editor by the keyboard alone, on a phone: opened from its list, filled in, saved, published
// and taken back, with the focus in sight at each stop and nothing for axe to say. In a house of
// its own: there is one announcement and one of each setting.
import type { Page } from '@playwright/test'
import { accessible } from './axe'
import { kept } from './desk'
import { chooseFile, photo } from './files'
import { choose, press, select, tabTo, type, typeDay, typeTime } from './keyboard'
import { inLong, ofList } from './long'
import { comeIn, expect, h1, people, place, test, type Person } from './staff'
import { storyOnline } from './story'

test.use({ expected: /status of (404|409|412|422)/ })
test.use({ actionTimeout: 20_000 })
test.describe.configure({ timeout: 300_000 })

const main = (page: Page) => page.getByRole('main')
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true })
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

interface Editor {
  what: string
  who: Person
  /**
   * The links from the first page of the area, one after the other. The words of the last may be
   * those that `prepare` gave.
   */
  way: string[]
  prepare?(site: string): Promise<string>
  fill(page: Page): Promise<void>
  /** In front of publishing. */
  before?(page: Page): Promise<void>
}

const own = () => Math.random().toString(36).slice(2, 8)

const editors: Editor[] = [
  {
    what: 'a piece of news',
    who: people.noor,
    way: ['Nieuws', 'Nieuw bericht'],
    fill: async page => {
      await type(page, box(page, 'Titel'), `De deur piept ${own()}`)
      await type(page, page.getByLabel('Samenvatting'), 'We maken hem stil.')
      await tabTo(page, box(page, 'Tekst'))
      await page.keyboard.type('Er komt ')
      await page.keyboard.press('Control+b')
      await page.keyboard.type('olie')
      await page.keyboard.press('Control+b')
      await page.keyboard.type(' op.')
      await page.keyboard.press('Alt+F10') // along the buttons, and back
      await expect(
        page.getByRole('toolbar', { name: 'Opmaak' }).getByRole('button').first(),
      ).toBeFocused()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Escape')
      await expect(box(page, 'Tekst')).toBeFocused()
      await choose(page, tick(page, 'Zet dit bericht bovenaan'))
    },
  },
  {
    what: 'a question',
    who: people.noor,
    way: ['Vragen', 'Nieuwe vraag'],
    fill: async page => {
      await type(page, page.getByLabel('Onderwerp'), 'Privacy')
      await type(page, box(page, 'Vraag'), `Mag ik mijn fiets binnen zetten ${own()}?`)
      await type(page, box(page, 'Antwoord'), 'Ja. Zet hem in de gang.')
      await press(page, button(page, 'Vandaag nagekeken'))
      await expect(page.getByLabel('Laatst nagekeken op')).toHaveValue('2026-11-24')
    },
  },
  {
    what: 'a role of volunteers',
    who: people.noor,
    way: ['Vrijwilligersrollen', 'Nieuwe rol'],
    fill: async page => {
      await type(page, page.getByLabel('Naam van de rol'), `Fietsenmaker ${own()}`)
      await type(page, page.getByLabel('Wat doe je dan?'), 'Je maakt fietsen met mensen samen.')
      await choose(page, tick(page, 'Voor deze rol is een VOG nodig'))
    },
  },
  {
    what: 'the texts of a page',
    who: people.noor,
    way: ["Pagina's", 'Vrijwilliger worden'],
    fill: async page => {
      await type(page, box(page, 'Titel'), `Vrijwilliger worden ${own()}`)
      await press(
        page,
        main(page)
          .getByRole('button', { name: /^Omlaag:/ })
          .first(),
        'Space',
      )
    },
  },
  {
    what: 'a story',
    who: people.noor,
    way: ['Verhalen'],
    prepare: async site => {
      const title = `Een fiets in de gang ${own()}`
      await storyOnline(site, title)
      return title
    },
    fill: page =>
      type(page, page.getByLabel('Inleiding'), 'Een fiets in de gang, zo begon het toen.'),
    before: page => choose(page, tick(page, 'Alleen een tikfout')),
  },
  {
    what: 'the figures of a year',
    who: people.noor,
    way: ['Impact', 'Nieuw jaar'],
    fill: async page => {
      await type(page, page.getByLabel('Jaar', { exact: true }), '2019')
      await select(page, page.getByLabel('Welk cijfer komt erbij?'), 'Maaltijden')
      await press(page, button(page, 'Voeg cijfer toe'))
      const card = page.getByRole('group', { name: 'Maaltijden' })
      await expect(card.getByLabel('Naam')).toBeFocused()
      await type(page, card.getByLabel('Getal'), '840')
      await type(page, card.getByLabel('Bron'), 'Het kasboek')
      await choose(page, card.getByRole('checkbox', { name: 'Dit is een schatting' }))
    },
  },
  {
    what: 'an activity',
    who: people.sanne,
    way: ['Alle activiteiten', 'Nieuwe activiteit'],
    fill: async page => {
      await type(page, box(page, 'Titel'), `Fietsen maken ${own()}`)
      await type(page, page.getByLabel('Korte uitleg'), 'Samen banden plakken.')
      await choose(page, page.getByRole('radio', { name: 'Creatief' }))
      await press(page, button(page, 'Verder: Wanneer'))
      await select(page, page.getByLabel('Waar', { exact: true }), 'Atelier')
      await select(page, page.getByLabel('Wie ontvangt je?').first(), 'Sanne')
      await press(page, button(page, 'Voeg een datum toe'))
      const date = page.getByRole('group', { name: /^Datum 1/ })
      await typeDay(page, date.getByLabel('Datum', { exact: true }), '2026-12-03')
      await typeTime(page, date.getByLabel('Van', { exact: true }), '13:30')
      await typeTime(page, date.getByLabel('Tot', { exact: true }), '15:00')
      await press(page, button(page, 'Verder: Aanmelden'))
      await type(page, page.getByLabel('Aantal plekken').last(), '6')
      await press(page, button(page, 'Verder: Praktisch'))
      await type(page, page.getByLabel('Kosten in euro'), '2,50')
    },
  },
  {
    what: 'the announcement',
    who: people.noor,
    way: ['Melding'],
    fill: async page => {
      await type(page, box(page, 'Titel'), `De gang is vol ${own()}`)
      await type(page, box(page, 'Tekst'), 'Zet je fiets buiten neer.')
      await typeDay(page, page.getByLabel('Van', { exact: true }), '2026-11-20')
      await typeDay(page, page.getByLabel('Tot en met'), '2026-12-20')
      await choose(page, page.getByRole('radio', { name: /^Nee, alleen/ }))
    },
  },
  {
    what: 'a block of the settings',
    who: people.sanne,
    way: ['Instellingen', 'Naam, adres en contact'],
    fill: page => type(page, page.getByLabel('Binnenkomen'), 'Je fiets staat binnen droog.'),
  },
]

/** Rich text and dates: the other editors are made of the same fields, or of cards. */
const daily = 'a piece of news'

for (const { what, who, way, prepare, fill, before } of ofList(editors, e => e.what === daily)) {
  test(`${what}: from its list to visitors and back`, async ({ page, house }) => {
    const steps = prepare ? [...way, await prepare(house.site)] : way
    await comeIn(page, who)
    for (const [i, words] of steps.entries()) {
      await press(page, i === 0 ? place(page, words) : link(page, words))
      await expect(page).not.toHaveURL('/beheer')
      await expect(h1(page)).toBeVisible()
    }
    await expect(page.getByRole('group', { name: 'Bewaren en publiceren' })).toBeVisible()
    await accessible(page, true)
    await fill(page)
    await press(page, button(page, 'Bewaar concept'), 'Space')
    await kept(page)
    await accessible(page, true)
    await before?.(page)
    await press(page, button(page, 'Publiceer'))
    const done = page.getByRole('status').filter({ hasText: 'Staat online.' })
    await expect(done.getByText('Staat online.')).toBeVisible()
    await accessible(page, true)
    await press(page, done.getByRole('button', { name: 'Maak ongedaan' }))
    await expect(page.getByText('Ongedaan gemaakt:')).toBeVisible()
    await accessible(page, true)
  })
}

test(
  'the description of a file: sent, described, thrown away and put back',
  inLong,
  async ({ page }) => {
    await comeIn(page, people.noor)
    await press(page, link(page, 'Bestanden'))
    await expect(h1(page)).toHaveText('Bestanden')
    await tabTo(page, page.getByLabel('Kies een foto van dit apparaat'))
    await chooseFile(page, photo('fietsen.png'))
    await expect(page).toHaveURL(/\/beheer\/bestanden\/fil_/, { timeout: 60_000 })
    await press(page, main(page).getByRole('link', { name: 'Bestanden', exact: true }))
    await type(page, page.getByLabel('Zoek op naam of beschrijving'), 'fietsen')
    await page.keyboard.press('Enter')
    await press(page, link(page, 'fietsen.png'))
    await expect(h1(page)).toHaveText('fietsen.png')
    await accessible(page, true)
    await type(page, page.getByLabel('Wat is er te zien?'), 'Een rij fietsen in een gang')
    await choose(page, page.getByRole('radio', { name: 'Er staan geen herkenbare mensen op' }))
    await tabTo(page, page.getByText('Wat moet in beeld blijven?'))
    await page.keyboard.press('Enter')
    await press(page, page.getByRole('slider', { name: 'Van links naar rechts' }), 'ArrowLeft')
    await press(page, button(page, 'Verwijder'))
    await expect(page.getByText('In de prullenbak.')).toBeFocused()
    await accessible(page, true)
    await press(page, button(page, 'Zet terug uit prullenbak'))
    await expect(page.getByText('Teruggezet.')).toBeFocused()
    await page.reload()
    await expect(page.getByLabel('Wat is er te zien?')).toHaveValue('Een rij fietsen in een gang')
    await accessible(page, true)
  },
)
