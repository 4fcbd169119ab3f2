-- Finds a code by how it looks: see docs/decisions/0045-typed-codes.md. New codes have none of these characters, so
-- joining never writes this index.
drop index concurrently if exists referral_codes_look;
create index concurrently referral_codes_look on referral_codes (translate(upper(code), 'OIL', '011'))
  where code <> translate(upper(code), 'OIL', '011');
