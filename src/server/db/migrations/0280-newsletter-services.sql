-- A list that waits for Release after a restore also waits with these.
insert into outside_services (service, held_at)
select service, (select max(held_at) from outside_services) from unnest(array['mailchimp', 'kit', 'klaviyo']) as s (service)
on conflict do nothing;
