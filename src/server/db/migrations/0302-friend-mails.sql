-- How often somebody wants mail about friends who join.
alter table waitlist_entries add column friend_mails text not null default 'each'
  check (friend_mails in ('each', 'weekly', 'never'));
