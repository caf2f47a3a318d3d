import { useRef } from 'react'
import * as limits from '../../../api/limits.gen'
import type { Auth } from '../../../auth/types'
import {
  AreaField,
  ChoiceField,
  TextField,
  TickField,
  TicksField,
  useFault,
} from '../../../staff/fields'
import { PictureField } from '../../../staff/editor/PictureField'
import { HelpPanel } from '../../../staff/editor/rich/HelpPanel'
import { RichTextField } from '../../../staff/editor/rich/RichTextField'
import type { Draft } from '../../../staff/editor/useDraft'
import { PressButton } from '../../../ui/PressButton'
import type { Activity, Options } from './model'
import { slugOf } from './slug'
import { audiences, categories, labels } from './words'

interface Props {
  auth: Auth
  d: Draft<Activity>
  slugTaken: boolean
  options: Options | undefined
}

/** Six that nobody guesses. */
const letters = () =>
  String.fromCharCode(...crypto.getRandomValues(new Uint8Array(6)).map(n => 97 + (n % 26)))

/** Wat: what is done, for whom. */
export function What({ auth, d: { doc, draft, set }, slugTaken, options }: Props) {
  // somebody chose the address: the title leaves it alone
  const own = useRef(doc.slug !== slugOf(doc.title))
  const free = options?.slug
  return (
    <>
      <TextField
        name="title"
        label="Titel"
        hint="Zeg wat je gaat doen, zonder vakwoorden."
        max={limits.ActivityDraft.title.maxLength}
        value={doc.title}
        onChange={title => set(own.current ? { title } : { title, slug: slugOf(title) })}
      />
      <AreaField
        name="summary"
        label="Korte uitleg"
        hint="Eén of twee zinnen voor in het programma."
        max={limits.ActivityDraft.summary.maxLength}
        value={doc.summary}
        onChange={summary => set({ summary })}
      />
      <AreaField
        name="inShort"
        label="In het kort"
        optional
        hint="Zo eenvoudig mogelijk."
        max={limits.ActivityDraft.inShort.maxLength}
        value={doc.inShort ?? ''}
        onChange={inShort => set({ inShort })}
      />
      <div>
        <RichTextField
          name="body"
          label="Uitleg"
          value={doc.body}
          onChange={body => set({ body })}
          error={useFault('body')}
          auth={auth}
        />
        <HelpPanel of={doc.body} />
      </div>
      <ChoiceField
        name="category"
        label="Soort"
        options={categories}
        value={doc.category}
        onChange={category => set({ category })}
      />
      <TicksField
        name="audience"
        label="Voor wie"
        options={audiences}
        value={doc.audience}
        onChange={audience => set({ audience: [...audience] })}
      />
      <PictureField
        name="image"
        label="Foto"
        hint="Niet verplicht."
        value={doc.image}
        onChange={image => set({ image })}
        auth={auth}
      />
      <TextField
        name="slug"
        label="Kort adres"
        hint="Komt achter /a/. Op papier en in de mail blijft het altijd werken."
        short
        value={doc.slug}
        error={
          slugTaken ? 'Dit korte adres is al van een andere activiteit. Kies een ander.' : undefined
        }
        onChange={slug => {
          own.current = true
          set({ slug: slug.toLowerCase() })
        }}
      />
      <TickField
        name="linkOnly"
        label={labels.linkOnly}
        hint="Staat niet in het programma. Wie de link heeft, kan erbij. Wie hem krijgt van een ander ook."
        value={doc.linkOnly ?? false}
        onChange={linkOnly => {
          if (!linkOnly || draft?.publishedAt) return set({ linkOnly })
          own.current = true
          set({ linkOnly, slug: [doc.slug.slice(0, 33), letters()].filter(Boolean).join('-') })
        }}
      />
      {slugTaken && free && free !== doc.slug && (
        <p>
          <PressButton second press={() => set({ slug: free })}>
            Gebruik {free}
          </PressButton>
        </p>
      )}
    </>
  )
}
