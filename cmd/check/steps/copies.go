package steps

// Copying looks for what makes copies and opens them, as the container of the copies does. Where it
// cannot be had, the tests that need it fail and name it: all others can still run.
var Copying = Step{Name: "what makes copies", Do: func(r *Runner) error {
	if len(Lacking("restic", "psql", "pg_dump", "pg_restore", "jq")) == 0 {
		r.Say("    installed already")
		return nil
	}
	if err := r.Install("restic", "postgresql-client", "jq"); err != nil {
		r.Say("    %v", err)
	}
	return nil
}}
