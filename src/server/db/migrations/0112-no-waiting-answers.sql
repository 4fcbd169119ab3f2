-- Servers of versions before 1.0 kept answers here; 1.0 made requests of them at its start.
drop table waiting_answers;
