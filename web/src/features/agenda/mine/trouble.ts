// What the forms behind a secret link say, by the name of the form.
import { plural } from '../../../api/count'
import { called, deadLink, type Words } from '../../../api/problem'

type Trouble = NonNullable<Words['trouble']>

const tooLate = () => 'De plek is nu voor iemand anders. Je kunt wel op de wachtlijst.'
const noRoomForMore = called('Er is nu geen plek voor meer mensen.')

const held = called(
  'We kunnen dit nu niet wissen: er loopt nog een klacht of een vraag. Als die klaar is, kan het wel.',
)

const special: Readonly<Record<string, Trouble>> = {
  cancel: { closed: () => 'Deze activiteit is al begonnen. Afmelden hoeft niet meer.' },
  change: {
    closed: called('Deze activiteit is al begonnen. Veranderen kan niet meer.'),
    full: (a, free) =>
      free === 0
        ? noRoomForMore(a, free)
        : `Er ${plural(free, 'is nog 1 plek', `zijn nog ${free} plekken`)} vrij voor iemand die ` +
          `meekomt. Bel ons gerust: ${a.phone}.`,
  },
  changeEntry: {
    closed: called('Veranderen kan nu niet meer.'),
    conflict: () =>
      'Er is een plek voor je. Geef eerst antwoord. Zie je geen vraag? Open je pagina opnieuw.',
    precondition_failed: a =>
      'Je gegevens zijn intussen veranderd. ' +
      `Kijk alles nog even na en druk nog een keer op '${a.button}'.`,
  },
  erase: { conflict: held },
  notMe: { conflict: held },
  restore: { closed: tooLate, full: tooLate },
  answer: {
    closed: called('Antwoorden kan niet meer.'),
    conflict: () => 'Nog even wachten kan één keer. Kies ja of nee.',
  },
}

export const holderWords = (form: string): Words => ({
  trouble: { not_found: deadLink, closed: called('Dit kan niet meer.'), ...special[form] },
})
