-- Friends whom several inviters claim, and the domains at which ten count. See docs/trust.md.
alter table waitlist_entries
  add column rivals text[], -- codes of other inviters, from forms that came while nobody had proven the entry
  add column own_domain text; -- that somebody registered, if it is not the last two labels of the address: 'salon.co.uk'
create index waitlist_entries_contested on waitlist_entries (inviter_id) where rivals is not null;
