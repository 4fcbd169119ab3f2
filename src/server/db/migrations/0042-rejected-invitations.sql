-- A rejection ends an open invitation at once: see src/server/waves/invite.ts. Here those end that an earlier version left
-- open. A rejected person has no place in line, so no rank moves.
with ended as (
  update invitations i set state = case when coalesce(i.sent_at, i.leaving_at) is null then 'dropped' else 'ended' end,
    sent_at = coalesce(i.sent_at, i.leaving_at), reason = 'rejected', closed_at = now(), leaving_at = null,
    is_vacant = w.fills and not w.is_called_back
  from waves w, waitlist_entries e
  where i.state in ('waiting', 'sent') and w.id = i.wave_id and e.id = i.entry_id and e.is_rejected
  returning i.entry_id)
update waitlist_entries e set state = 'waiting', updated_at = now() from ended where e.id = ended.entry_id;
