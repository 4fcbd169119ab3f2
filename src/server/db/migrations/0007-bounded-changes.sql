-- An entry keeps 20 earlier answers and 20 submissions: see docs/decisions/0026-joining-again-is-bounded.md. The entries
-- are altered last, because their lock keeps a server of the version before from joining.

delete from entry_revisions where id in (
  select id from (
    select id, row_number() over (partition by entry_id order by replaced_at desc, id desc) as place
    from entry_revisions) as revisions
  where place > 20);

delete from submissions where (entry_id, submission_id) in (
  select entry_id, submission_id from (
    select entry_id, submission_id,
      row_number() over (partition by entry_id order by created_at desc, submission_id) as place
    from submissions
    where entry_id in (select entry_id from submissions group by entry_id having count(*) > 20)) as remembered
  where place > 20);

alter table waitlist_entries
  add column recent_changes timestamptz[]; -- when joining again changed it, within the day before the latest of these
