-- So that a person who joins again while they are being erased keeps the code and the campaign that they came with.
alter table waiting_answers
  add column used_referral_code text,
  add column utm jsonb,
  add column is_asked boolean not null default false; -- whether a mail has asked about them

-- Like `asked`, with the token that joining gave to a browser: its holder may have typed somebody else's address.
alter table deliveries add column asked_by_joiner timestamptz[];
