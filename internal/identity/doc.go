// Package identity knows who of the staff is asking: it checks the tokens of the identity service,
// keeps the sessions made with them, and puts roles in front of operations. Visitors never meet it.
//
// The rules:
//
//   - A token that signs somebody in is checked from cheap to dear, and the first fault is the
//     answer: form and algorithm (RS256 only), issuer, key, signature, audience and expiry, kind of
//     token, client, who it speaks of; then its age: at most five minutes, with a minute between
//     two clocks. The log tells why one was refused, and nothing that stood in it.
//   - Keys are fetched when an unknown one is named, never by a token that could not be good; one
//     that was taken away is trusted for a day at most.
//   - A token counts for one session. A tab that posts an older one brings neither roles nor a name
//     back. A later sign-in gets another value for the cookie.
//   - A session ends after eight hours without a call, after ten hours in any case, and when the
//     identity service says so. A token of that service for a logout is two minutes old at most.
//   - The roles of the newest token of a person hold in every browser of theirs. A session whose
//     own newest token is more than two hours old counts as none until a new one is posted, unless
//     the identity service is away.
//   - A role is worth a second step: a token that brings one must tell of more than a password (amr
//     names mfa), or it makes no session. Who has no role may look around with a password alone,
//     and that session never gets one.
//   - The six roles add up; other words in a token are no role. What is sensitive, such as ending
//     the sessions of others, asks for a password of the last hour.
//   - Nobody changes anything from another site: a browser that says it comes from there is
//     refused.
package identity
