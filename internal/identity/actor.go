package identity

// RoleNames are the actor's roles as plain words, for the audit log.
func (a Actor) RoleNames() []string {
	out := make([]string, len(a.Roles))
	for i, r := range a.Roles {
		out[i] = string(r)
	}
	return out
}
