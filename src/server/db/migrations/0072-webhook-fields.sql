-- The personal data that the newest attempt of a delivery sent; null before there was one. Deliveries of before have what their endpoint gets now.
alter table webhook_deliveries add column fields text[];
update webhook_deliveries d set fields = e.fields from webhook_endpoints e where e.id = endpoint_id and attempts > 0;
