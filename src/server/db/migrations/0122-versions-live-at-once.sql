alter table site_versions drop column live_at;
