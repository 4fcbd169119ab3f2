-- The server does not ask for newer versions any more.
delete from dashboard_settings where name = 'CHECK_FOR_UPDATES';
delete from setting_changes where name = 'CHECK_FOR_UPDATES';
delete from settings where key = 'newest_version';
