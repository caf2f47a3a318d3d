import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { HardWords } from './hardWords'
import { HelpPanel } from './HelpPanel'

const show = (text: string, words: readonly (readonly [string, string])[]) =>
  renderToStaticMarkup(
    <HardWords value={words}>
      <HelpPanel of={text} />
    </HardWords>,
  )

it('knows the hard words that staff added, beside its own', () => {
  const html = show('Wij optimaliseren dit middels koffie.', [['optimaliseren', 'beter maken']])
  expect(html).toContain('Moeilijk woord: &quot;optimaliseren&quot;. Schrijf liever: beter maken.')
  expect(html).toContain('Moeilijk woord: &quot;middels&quot;. Schrijf liever: met.')
})

it('takes an added word as it is, and only as a whole word', () => {
  expect(show('Kosten (excl. btw) zijn laag.', [['excl. btw', 'zonder btw']])).toContain(
    'Schrijf liever: zonder btw.',
  )
  expect(show('Wij optimaliseren niets.', [['optimal', 'best']])).not.toContain('best')
})
