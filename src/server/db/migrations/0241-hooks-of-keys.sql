-- Programs subscribe by themselves: what a key's endpoints get, and whose they are.
alter table api_keys add column hook_fields text[] not null default '{}';
alter table webhook_endpoints add column key_id uuid references api_keys on delete cascade;
create index webhook_endpoints_key on webhook_endpoints (key_id) where key_id is not null;
