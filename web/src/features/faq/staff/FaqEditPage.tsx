import * as limits from '../../../api/limits.gen'
import { number } from '../../../api/number'
import type { ScreenProps } from '../../../page'
import * as to from '../../../paths'
import type { DocOf, Fault } from '../../../staff/drafts'
import { EditorFrame } from '../../../staff/editor/EditorFrame'
import type { Speech } from '../../../staff/editor/speech'
import { DayField, TextField, useFault } from '../../../staff/fields'
import { emptyDoc } from '../../../staff/editor/rich/doc'
import { HelpPanel } from '../../../staff/editor/rich/HelpPanel'
import { RichTextField } from '../../../staff/editor/rich/RichTextField'
import { mayWrite } from '../../../staff/roles'
import { textOf } from '../../../staff/textOf'
import { today } from '../../../staff/today'
import { useDraft, type Draft } from '../../../staff/editor/useDraft'
import { useId, useOwnAddress } from '../../../staff/editor/useNew'
import { at } from '../../../screens'
import { PressButton } from '../../../ui/PressButton'

type Question = DocOf<'faq'>

const fresh: Question = { category: '', question: '', answer: emptyDoc(), lastChecked: '' }

/** Usual categories; another one may be written. */
const categories = ['Eerste keer', 'Aanmelden', 'Kosten en gebouw', 'Privacy', 'Steun en naasten']

const say = ({ name, code }: Fault): string | undefined => {
  if (name.startsWith('answer') && code === 'too_long')
    return `Maak het antwoord korter: hooguit ${number(limits.FAQItem.answer.maxLength)} tekens.`
  if (code === 'required')
    return {
      category: 'Kies waar de vraag bij hoort.',
      question: 'Schrijf de vraag op.',
      answer: 'Schrijf het antwoord op.',
      lastChecked: 'Vul in wanneer dit is nagekeken.',
    }[name]
  return name === 'lastChecked' ? 'Vul in wanneer dit is nagekeken.' : undefined
}

const speech: Speech<Question> = {
  labels: {
    category: 'Onderwerp',
    question: 'Vraag',
    answer: 'Antwoord',
    lastChecked: 'Laatst nagekeken op',
  },
  say,
}

/** `/beheer/vragen/:id`; `new` makes one. */
export default function FaqEditPage({ auth, user, params }: ScreenProps) {
  const made = params['id'] === 'new'
  const id = useId(made ? undefined : params['id'], 'faq_', user.uid)
  const d = useDraft(auth, 'faq', id, made ? fresh : undefined)
  useOwnAddress(d, made, at('faqItem', id))
  return (
    <EditorFrame
      auth={auth}
      user={user}
      draft={d}
      speech={speech}
      title={made ? 'Nieuwe vraag' : 'Vraag'}
      heading={d.draft && d.doc?.question}
      noPeriod
      back={{ to: at('faq'), words: 'Vragen' }}
      write={mayWrite(user, 'redactie', 'coordinator')}
      publicAt={to.faq() + '#' + id}
    >
      {d.is === 'ready' && <Fields d={d} auth={auth} />}
    </EditorFrame>
  )
}

function Fields({ d: { doc, set }, auth }: { d: Draft<Question>; auth: ScreenProps['auth'] }) {
  const text = textOf(doc, set)
  const asks = doc.question.trim() === '' || doc.question.trim().endsWith('?')
  return (
    <>
      <TextField
        {...text('category')}
        label="Onderwerp"
        hint="Vragen met hetzelfde onderwerp staan bij elkaar."
        suggestions={categories}
      />
      <TextField {...text('question', limits.FAQItem.question)} label="Vraag" />
      {!asks && (
        <p className="hint" role="status">
          Een vraag eindigt met een vraagteken.
        </p>
      )}
      <div>
        <RichTextField
          name="answer"
          label="Antwoord"
          value={doc.answer}
          onChange={answer => set({ answer })}
          error={useFault('answer')}
          auth={auth}
        />
        <HelpPanel of={doc.answer} />
      </div>
      <DayField
        name="lastChecked"
        label="Laatst nagekeken op"
        hint="Na een jaar vragen we om het antwoord weer na te kijken."
        value={doc.lastChecked}
        onChange={lastChecked => set({ lastChecked })}
      />
      <p>
        <PressButton
          second
          press={() => void today(auth).then(lastChecked => set({ lastChecked }))}
        >
          Vandaag nagekeken
        </PressButton>
      </p>
    </>
  )
}
