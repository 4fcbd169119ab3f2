-- One picture of an update, drawn like those of the site.
alter table updates
  add column picture text references site_logos,
  add column picture_alt text not null default '';
