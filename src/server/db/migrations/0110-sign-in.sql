-- Signing in needs no proofs of work and recognises no browsers any more, so their keys go.
delete from settings where key in ('sign_in_challenge_key', 'cookie_secret');
