-- Who of the staff is signed in. No table holds a cookie's value, a token or a name that can be read: hashes
-- and a sealed name only. Every moment comes from the application's clock.

-- +goose Up
create table staff_session (
  id text primary key,
  hash bytea not null unique check (octet_length(hash) = 32), -- SHA-256 of the cookie's value
  sub text not null,
  sid text not null,                -- the session at the identity service
  sealed bytea not null,            -- the name
  roles text[] not null,
  device text not null,             -- browser and system in two words
  shared boolean not null,          -- a shared computer: the browser forgets the cookie by itself
  auth_time timestamptz not null,   -- when the password was given
  token_time timestamptz not null,  -- of the newest token posted: an older one brings no roles back
  created_at timestamptz not null,
  last_seen_at timestamptz not null -- of a call, to the minute
);
create index staff_session_sub on staff_session (sub);

-- Every token that was accepted, for as long as it could be posted again. A known one is accepted only with the cookie of
-- its session. Logout tokens have no session.
create table staff_token (
  jti bytea primary key, session_id text, seen_at timestamptz not null
);

-- One row a person: whoever makes or ends sessions of that person locks it. Tokens of a sign-in that is not later than
-- the cut-off make no session.
create table staff_cutoff (
  sub text primary key, at timestamptz
);

-- Sessions that the identity service ended: their last tokens make no session any more.
create table staff_ended (
  sid text primary key, at timestamptz not null
);

-- +goose Down
drop table staff_ended, staff_cutoff, staff_token, staff_session;
