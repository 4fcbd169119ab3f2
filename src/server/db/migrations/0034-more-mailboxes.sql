-- Proton ignores dots, hyphens and underscores and has several domains, iCloud has three: see SHARED_MAILBOXES.
insert into mailboxes (entry_id, mailbox)
select id, mailbox from (
  select id, email, case when domain in ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me')
      then translate(name, '.-_', '') || '@proton.me' else name || '@icloud.com' end as mailbox
  from (select id, email, split_part(substring(email from '^(.*)@'), '+', 1) as name, substring(email from '[^@]*$') as domain
    from waitlist_entries) as split
  where domain in ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me', 'icloud.com', 'me.com', 'mac.com')
    and translate(name, '.-_', '') <> '') as written
where email <> mailbox
on conflict (entry_id) do update set mailbox = excluded.mailbox;
