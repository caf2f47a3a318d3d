import { useId } from 'react'
import { Photo } from '../../ui/Photo'
import type { FileChange, LibraryFile } from './library'

/**
 * What must stay in view when a photo is cut to the shape of a card: two sliders, and how it looks
 * then.
 */
export function Focal({ of, change }: { of: LibraryFile; change(change: FileChange): void }) {
  const { media: m } = of
  if (!m) return null
  return (
    <details>
      <summary>Wat moet in beeld blijven?</summary>
      <div className="stack focal">
        <p className="hint">
          Op een kaartje snijden we de foto bij. Schuif tot het belangrijkste erop staat.
        </p>
        <Photo of={{ fileId: of.id, decorative: true }} media={{ [of.id]: m }} cut sizes="20rem" />
        <Slider
          label="Van links naar rechts"
          value={m.focalX}
          words={across}
          change={focalX => change({ focalX })}
        />
        <Slider
          label="Van boven naar beneden"
          value={m.focalY}
          words={down}
          change={focalY => change({ focalY })}
        />
      </div>
    </details>
  )
}

interface SliderProps {
  label: string
  value: number
  words: readonly [string, string, string]
  change(value: number): void
}

const across = ['links', 'midden', 'rechts'] as const
const down = ['boven', 'midden', 'beneden'] as const

function Slider({ label, value, words, change }: SliderProps) {
  const id = useId()
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        className="slider"
        type="range"
        id={id}
        min={0}
        max={100}
        step={10}
        value={value}
        onChange={e => change(Number(e.target.value))}
        aria-valuetext={words[value < 34 ? 0 : value > 66 ? 2 : 1]}
      />
    </div>
  )
}
