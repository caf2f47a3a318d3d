// What the server says of a text with form, in words, for every editor.
import type { Fault } from '../../drafts'

/** The sentence of a fault in the rich text `name`; nothing when it is about something else. */
export function sayRich({ name, code }: Fault, of: string): string | undefined {
  if (name !== of && !name.startsWith(of + '.')) return undefined
  switch (code) {
    case 'heading_skipped':
      return 'Er staat een kleine tussenkop zonder grote erboven. Maak er een gewone tussenkop van.'
    case 'link_text':
      return 'Een link zegt niet waar je uitkomt. Noem het, bijvoorbeeld: "Bekijk het programma".'
    case 'alt':
      return "Beschrijf de foto in één zin, of kies 'alleen versiering'."
    case 'too_long':
      return 'Deze tekst is te lang. Haal een stuk weg, of maak er twee teksten van.'
    case 'required':
      return undefined
    default:
      return name.endsWith('.href')
        ? 'Dit adres kunnen we niet gebruiken. Begin met https://.'
        : 'In de tekst staat iets wat we niet kunnen gebruiken. Haal het weg en typ het opnieuw.'
  }
}
