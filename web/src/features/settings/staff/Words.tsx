import * as limits from '../../../api/limits.gen'
import type { ScreenProps } from '../../../page'
import type { DocOf, Fault } from '../../../staff/drafts'
import { EditorFrame } from '../../../staff/editor/EditorFrame'
import type { Speech } from '../../../staff/editor/speech'
import { TextField } from '../../../staff/fields'
import { hard } from '../../../staff/editor/rich/helpWords'
import { mayWrite } from '../../../staff/roles'
import { useDraft, type Draft } from '../../../staff/editor/useDraft'
import { at } from '../../../screens'
import { Items } from '../../../staff/Items'

type List = DocOf<'words'>
type Word = List['words'][number]

const say = ({ name, code }: Fault): string | undefined => {
  if (name === 'words') return `Zet er hooguit ${limits.WordList.words.maxItems} woorden in.`
  if (name.endsWith('.word'))
    return code === 'required'
      ? 'Vul het moeilijke woord in, of haal de regel weg.'
      : code === 'too_long'
        ? `Maak dit korter: hooguit ${limits.HardWord.word.maxLength} tekens.`
        : 'Dit woord staat er al.'
  if (name.endsWith('.better'))
    return code === 'required'
      ? 'Vul in wat je liever schrijft.'
      : `Maak dit korter: hooguit ${limits.HardWord.better.maxLength} tekens.`
  return undefined
}

const speech: Speech<List> = {
  labels: { words: 'Woorden' },
  say,
  show: {
    words: v =>
      ((v as readonly Word[] | undefined) ?? []).map(w => (
        <p key={w.word}>
          {w.word}: {w.better}
        </p>
      )),
  },
}

/**
 * `/beheer/instellingen/woordenlijst`: hard words that the help for editors looks for, on top of
 * those it knows.
 */
export function Words({ auth, user }: ScreenProps) {
  const d = useDraft(auth, 'words', 'words')
  return (
    <EditorFrame
      auth={auth}
      user={user}
      draft={d}
      speech={speech}
      title="Woordenlijst"
      heading="Woordenlijst"
      fixed
      noPreview
      back={{ to: at('settings'), words: 'Instellingen' }}
      write={mayWrite(user, 'redactie', 'coordinator')}
    >
      {d.is === 'ready' && <Fields d={d} />}
    </EditorFrame>
  )
}

function Fields({ d: { doc, set } }: { d: Draft<List> }) {
  return (
    <>
      <p>
        Bij het schrijven geven we een tip als een woord moeilijk is. Zet hier je eigen woorden bij.
        Na Publiceer krijgt iedereen die tip.
      </p>
      <Items
        name="words"
        of={doc.words}
        set={words => set({ words })}
        title="Woord"
        add="Voeg een woord toe"
        fresh={{ word: '', better: '' }}
      >
        {(_, __, text) => (
          <>
            <TextField {...text('word', limits.HardWord.word)} label="Moeilijk woord" short />
            <TextField {...text('better', limits.HardWord.better)} label="Schrijf liever" />
          </>
        )}
      </Items>
      <section className="box" aria-labelledby="bekend">
        <h2 id="bekend">Deze woorden kennen we al</h2>
        <ul className="list">
          {hard.map(([pattern, better]) => (
            <li key={pattern}>
              {shown(pattern)}: {better}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

/** The first word that a pattern fits: "participe(?:ren|ert)" is participeren. */
const shown = (pattern: string) =>
  pattern.split(/\|(?![^(]*\))/)[0]!.replace(/\(\?:([^|)]*)[^)]*\)/g, '$1')
