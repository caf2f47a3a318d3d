import { penLine } from '../../../programme/icons'
import {
  bookOpen,
  clipboardList,
  coffee,
  cookingPot,
  footprints,
  heartHandshake,
  messageCircle,
  palette,
  trainFront,
} from '../../../programme/kindIcons'

type Mark = readonly [icon: string, tile: string]

/**
 * The icon and the tile of each category, as in the programme (Rows.tsx): apart from it, so that
 * the page of visitors stays as it is.
 */
const marks: Readonly<Record<string, Mark>> = {
  ontmoeting: [coffee, 'm-leaf'],
  'praten-en-delen': [messageCircle, 'm-pink'],
  leren: [bookOpen, 'm-sky'],
  creatief: [palette, 'm-lamp'],
  bewegen: [footprints, 'm-leaf'],
  'samen-eten': [cookingPot, 'm-lamp'],
  naasten: [heartHandshake, 'm-pink'],
  praktisch: [clipboardList, 'm-sand'],
  uitstapje: [trainFront, 'm-sky'],
}

/** A pen while nobody chose a category. */
export const markOf = (category: string): Mark => marks[category] ?? [penLine, 'm-sky']
