import { trapName } from './stamp'

// What is typed in a form: text by field name, a list for a name that stands more than once.
export type Values = Readonly<Record<string, string | readonly string[]>>

export const text = (v: Values, name: string): string => {
  const x = v[name]
  return typeof x === 'string' ? x : (x?.[0] ?? '')
}
export const list = (v: Values, name: string): readonly string[] => {
  const x = v[name]
  return typeof x === 'string' ? (x ? [x] : []) : (x ?? [])
}
export const ticked = (v: Values, name: string): boolean => text(v, name) === 'true'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const picked = (c: Control): c is HTMLInputElement =>
  c instanceof HTMLInputElement && (c.type === 'checkbox' || c.type === 'radio')

/** The question it answers: its name, or that of a tick which is not sent. */
const nameOf = (c: Control) => c.name || (c.dataset['question'] ?? '')

/** Every field a person can fill in; hidden fields and the trap are not theirs. */
function controls(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (c): c is Control =>
      (c instanceof HTMLInputElement ||
        c instanceof HTMLTextAreaElement ||
        c instanceof HTMLSelectElement) &&
      nameOf(c) !== '' &&
      c.type !== 'hidden' &&
      c.name !== trapName,
  )
}

/** The fields as they stand now. What is empty or not ticked is left out. */
export function read(form: HTMLFormElement): Values {
  const out: Record<string, string | string[]> = {}
  for (const c of controls(form)) {
    if (picked(c) ? !c.checked : c.value === '') continue
    const before = out[nameOf(c)]
    out[nameOf(c)] =
      before === undefined
        ? c.value
        : [...(typeof before === 'string' ? [before] : before), c.value]
  }
  return out
}

/** Puts earlier values back into fields that nobody has touched since the page was made. */
export function restore(form: HTMLFormElement, saved: Values): void {
  const all = controls(form)
  const touched = new Set(
    all
      .filter(c =>
        picked(c)
          ? c.checked !== c.defaultChecked
          : c instanceof HTMLSelectElement
            ? false
            : c.value !== c.defaultValue,
      )
      .map(nameOf),
  )
  for (const c of all) {
    if (touched.has(nameOf(c))) continue
    if (picked(c)) c.checked = list(saved, nameOf(c)).includes(c.value)
    else c.value = text(saved, c.name)
  }
}
