import type { UploadError, UploadCode } from '../upload/errors'
import type { Purpose } from '../upload/calls'

export const noAlt = "Beschrijf de foto in één zin, of kies 'alleen versiering'."
export const noPeople = 'Zeg of er herkenbare mensen op de foto staan, en of zij het goed vinden.'
const noPeopleInText =
  "In de tekst staat een foto. Zeg wie erop staan: kies de foto, druk op 'Meer' en dan op 'Foto'."
export const gone = 'Foto is verwijderd'

/** The sentence of a fault about who can be recognised on a photo, wherever the photo stands. */
export const sayPeople = (name: string) =>
  !name.endsWith('.people') ? undefined : name.includes('.content.') ? noPeopleInText : noPeople

/** What is wrong with the file itself. */
const faults: Readonly<Record<Purpose, Readonly<Record<string, string>>>> = {
  image: {
    too_large: 'Deze foto is te groot. Kies een foto kleiner dan 8 MB.',
    too_many_pixels: 'Deze foto heeft te veel beeldpunten. Maak hem eerst kleiner.',
    too_small: 'Deze foto is te klein. Kies een foto van minstens 320 beeldpunten breed.',
    damaged: 'Deze foto is beschadigd. Kies een andere.',
    heic: 'Deze foto kan niet elke browser tonen. Bewaar hem als jpg en probeer het opnieuw.',
    kind: 'Dit soort bestand kunnen we niet gebruiken. Kies een jpg, png of webp.',
    unreadable: 'We kunnen deze foto niet lezen. Kies hem opnieuw.',
  },
  document: {
    too_large: 'Dit bestand is te groot. Kies een pdf kleiner dan 100 MB.',
    damaged: 'Deze pdf is beschadigd. Bewaar hem opnieuw als pdf, of kies een andere.',
    encrypted: 'Deze pdf heeft een wachtwoord. Haal het eraf en probeer het nog eens.',
    too_heavy:
      'Deze pdf is te groot of te ingewikkeld om na te kijken. ' +
      "Maak hem kleiner, bijvoorbeeld met minder foto's, en kies hem opnieuw.",
    active:
      'Deze pdf bevat een programma of een bijlage. ' +
      "Maak hem opnieuw met 'Afdrukken naar pdf' en probeer het nog eens.",
    heic: 'Dit soort bestand kunnen we niet gebruiken. Kies een pdf.',
    kind: 'Dit soort bestand kunnen we niet gebruiken. Kies een pdf.',
    unreadable: 'We kunnen dit bestand niet lezen. Kies het opnieuw.',
  },
}

const ends: Readonly<Record<UploadCode, string>> = {
  'storage/unauthenticated':
    'Je bent niet meer ingelogd. Log opnieuw in en kies hetzelfde bestand. We gaan dan verder waar we waren.',
  'storage/quota-exceeded': 'Er is geen ruimte meer voor bestanden. Vraag het aan de beheerder.',
  'storage/unauthorized': 'Hier heb je geen rechten voor. Vraag het aan de coördinator.',
  'storage/object-not-found':
    'Dit versturen is te lang geleden begonnen. Kies het bestand opnieuw.',
  'storage/retry-limit-exceeded':
    'Het versturen lukt nu niet. Controleer je internet en kies hetzelfde bestand opnieuw. ' +
    'We gaan dan verder waar we waren.',
  'storage/unknown': 'Er ging bij ons iets mis. Kies het bestand opnieuw.',
}

export const sayUpload = ({ code, fault }: UploadError, purpose: Purpose) =>
  (fault && faults[purpose][fault]) || ends[code]

const limits: Readonly<Record<Purpose, number>> = {
  image: 8 * 1024 * 1024,
  document: 100 * 1024 * 1024,
}

/** A file that is refused before a byte is sent; the server looks at everything else. */
export const tooLarge = (file: Blob, purpose: Purpose) =>
  file.size > limits[purpose] ? faults[purpose]['too_large'] : undefined
