package main

import (
	"path/filepath"

	"herstelruimte/cmd/check/steps"
)

// longTag is of tests that have no small size: what they prove needs other programs, or minutes.
const longTag = "long"

// folderOfPackages is where a test finds what lies outside /usr in the packages.
const folderOfPackages = "HERSTELRUIMTE_TEST_PACKAGES"

// longMail holds our mails against the programs of others: SpamAssassin, Postfix and Dovecot from
// their packages; and it sends a newsletter to thousands with a crash in the middle.
func longMail(c *checker) error {
	p := debian{names: []string{"postfix", "dovecot-imapd", "spamassassin"}}
	script := filepath.Join(c.folder, "with-packages")
	if err := c.Run(
		c.webPart(),
		c.database(),
		steps.Step{Name: "Postfix, Dovecot and SpamAssassin, fetched", Do: p.fetch},
		steps.Step{Name: "the packages, laid over /usr", Do: func(r *steps.Runner) error {
			if err := p.over(script); err != nil {
				return err
			}
			return p.works(r, script)
		}},
	); err != nil {
		return err
	}
	env := append([]string{inFull, folderOfPackages + "=" + p.folder}, flavour...)
	words := []string{"-tags", tags + "," + longTag, "-timeout", "40m"}
	return c.Run(
		c.goTest("our mails at Postfix, Dovecot and SpamAssassin", env, append(words,
			"-exec", script, "-run", "^Test(NoMailOfOursIsTakenForSpam|ARealMailServer.*)$",
			"./internal/mail", "./internal/mail/returned")...),
		c.goTest("a newsletter to thousands", env, append(words,
			"-run", "^TestANewsletterToThousands", "./cmd/herstelruimte")...),
	)
}
