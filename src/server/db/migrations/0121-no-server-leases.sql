-- A published version is live at once: each server reads it within a second.
drop table site_servers;
