-- Until then, a server is telling the owners that the endpoint is off; null while none is.
alter table webhook_endpoints add column telling_until timestamptz;
