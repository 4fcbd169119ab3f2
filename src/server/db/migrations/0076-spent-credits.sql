-- Whether the friend was erased unproven: their credit stays, and still uses a place below the ceiling. Otherwise
-- a person could leave again and again to make room for the next made-up friend.
alter table credits add column is_spent boolean not null default false;
