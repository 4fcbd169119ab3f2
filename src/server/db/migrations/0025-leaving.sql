-- When the person asked to leave, while something is still under way about them: they count as gone, and are erased
-- right after it. Null for everybody else, and once erased.
alter table waitlist_entries add column leaving_at timestamptz;
