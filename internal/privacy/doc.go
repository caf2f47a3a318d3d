// Package privacy keeps personal data unreadable without the house's keys, makes the secret links,
// and writes down what was erased. It knows no documents and no people: only table names, row ids
// and bytes.
//
// The rules of what people fill in, the same on every form:
//
//   - A name is 60 characters at most and shows something; an address for mail 254 at most.
//   - An address is refused only when it cannot be one; a telephone number is counted, not looked
//     up: which ranges are in use changes.
//   - One mailbox is one person, so addresses are looked up in lower case, by a keyed hash.
//   - A code that people write down and read aloud has no characters that look like others.
package privacy
