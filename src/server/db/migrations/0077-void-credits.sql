-- Leaving must not make room for more friends of one person, see decision 120.
-- is_at_domain: the friend was erased after proving an address at a domain that is not shared.
-- is_void: the credit does not count once the friend is proven, unless the owner accepts the friend: somebody with the
-- same mailbox counted and left. Of erased friends: the credit never counts.
alter table credits add column is_at_domain boolean not null default false,
  add column is_void boolean not null default false;
