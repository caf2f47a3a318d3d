package places

import "herstelruimte/internal/privacy"

// SealedColumns are those of this room.
var SealedColumns = []privacy.Sealed{
	{Table: "registration", Column: "sealed", Key: "id", Name: "registration"},
	{Table: "registration", Column: "earlier", Key: "id", Name: earlierSeal},
	{Table: "waitlist_entry", Column: "sealed", Key: "id", Name: "waitlist_entry"},
	{Table: messageTable, Column: "sealed", Key: "id", Name: messageTable},
	{Table: "call", Column: "sealed", Key: "id", Name: "call"},
	{Table: linkTable, Column: "way_back", Key: "id", Name: linkTable},
	{Table: linkTable, Column: "address", Key: "id", Name: addressSeal},
	{Table: codeTable, Column: "sealed", Key: "id", Name: codeTable},
	{Table: codeTable, Column: "earlier", Key: "id", Name: earlierCodeSeal},
}
