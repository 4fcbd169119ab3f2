-- What the acts that correct an address must not hold themselves: see docs/decisions/0054-undo-is-an-act.md.
create table email_corrections (
  entry_id uuid,
  act_id uuid,
  email text not null, -- the corrected address
  before text, -- the address that it replaced; null until it has
  created_at timestamptz not null default now(),
  primary key (entry_id, act_id)
);

create index email_corrections_act on email_corrections (act_id);
create index email_corrections_created on email_corrections (created_at);
