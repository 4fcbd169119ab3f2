-- Finds a code by how it looks: see docs/decisions/0045-typed-codes.md. New codes have none of these characters, so
-- joining never writes this index.
create index referral_codes_look on referral_codes (translate(upper(code), 'OIL', '011'))
  where code <> translate(upper(code), 'OIL', '011');
