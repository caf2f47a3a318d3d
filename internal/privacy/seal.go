package privacy

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/binary"
	"errors"
)

// A sealed value is: format (1 byte), id of the master key (4), the row's own data key sealed by
// the master key (60), and the text sealed by the data key. Both seals carry table and row id, so a
// value opens only where it was written.
const (
	format     = 1
	headerSize = 1 + idSize
	nonceSize  = 12
	tagSize    = 16
	wrapSize   = nonceSize + keySize + tagSize
)

// ErrSealed is every reason why a sealed value cannot be opened: other row, other key, changed or
// cut bytes.
var ErrSealed = errors.New("a sealed value cannot be opened with these keys")

// Seal hides plain for one row of one table, under the newest key. Two seals of one text differ.
func (k *Keys) Seal(table, id string, plain []byte) []byte {
	var data [keySize]byte
	_, _ = rand.Read(data[:]) // never fails: the program stops when the system has no randomness
	out := make([]byte, headerSize, headerSize+wrapSize+nonceSize+len(plain)+tagSize)
	out[0] = format
	copy(out[1:], k.newest[:])
	head := out[:headerSize:headerSize]
	out = k.ring[k.newest].Seal(out, nil, data[:], bound("data key", head, table, id))
	return aead(data[:]).Seal(out, nil, plain, bound("row", head, table, id))
}

// Open gives what Seal hid for this table and row, with whichever key of the ring it was sealed.
// Its only error is ErrSealed.
func (k *Keys) Open(table, id string, sealed []byte) ([]byte, error) {
	if len(sealed) < headerSize+wrapSize || sealed[0] != format {
		return nil, ErrSealed
	}
	head, wrapped, text := sealed[:headerSize], sealed[headerSize:headerSize+
		wrapSize], sealed[headerSize+wrapSize:]
	master, ok := k.ring[[idSize]byte(head[1:])]
	if !ok {
		return nil, ErrSealed
	}
	data, err := master.Open(nil, nil, wrapped, bound("data key", head, table, id))
	if err != nil {
		return nil, ErrSealed
	}
	plain, err := aead(data).Open(nil, nil, text, bound("row", head, table, id))
	if err != nil {
		return nil, ErrSealed
	}
	return plain, nil
}

// bound is the additional data of a seal: what it is, its header, and the place it belongs to.
func bound(what string, head []byte, table, id string) []byte {
	return lengths(what, string(head), table, id)
}

// lengths joins parts so that no two lists of parts give the same bytes.
func lengths(parts ...string) []byte {
	var out []byte
	for _, p := range parts {
		out = binary.BigEndian.AppendUint64(out, uint64(len(p)))
		out = append(out, p...)
	}
	return out
}

// aead is AES-256-GCM that makes a random nonce of its own and puts it before the text.
func aead(key []byte) cipher.AEAD {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic("privacy: " + err.Error()) // only for a key of another size: a fault in the program
	}
	g, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic("privacy: " + err.Error())
	}
	return g
}
