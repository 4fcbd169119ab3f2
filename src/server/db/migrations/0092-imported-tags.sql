-- The import that brought a tag with its person; null for tags that an act gave. Servers of the version before write none.
alter table entry_tags add column imported_by uuid;
