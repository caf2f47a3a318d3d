package app

// Version of the program, set when it is built: -ldflags "-X herstelruimte/internal/app.Version=…".
var Version = "onbekend"
