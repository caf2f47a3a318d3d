import { Fragment } from 'react'

/** The long words of headings and boxes, each up to where it may break. */
const breaks =
  /ervarings(?=deskund)|deskun(?=dig)|herstel(?=verha|werk|ruim)|vrijwil(?=lig)|veel(?=gesteld)|aan(?=melding)|privacy(?=beleid)|nieuws(?=brie)|wacht(?=lijst)|kennis(?=mak)|bijeen(?=komst)|infor(?=matie)|tentoon(?=stell)/gi

/**
 * A text in which long words may break. The mark is drawn and no part of the text: it is neither
 * copied nor read aloud.
 */
export const Soft = ({ children }: { children: string }) =>
  children
    .replace(breaks, '$&\u00ad')
    .split('\u00ad')
    .map((part, i) => (
      <Fragment key={i}>
        {i > 0 && <i className="soft" />}
        {part}
      </Fragment>
    ))
