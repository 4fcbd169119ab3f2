-- So that a person who joins again while they are being erased keeps the code and the campaign that they came with.
alter table waiting_answers
  add column used_referral_code text,
  add column utm jsonb;
