-- The act that imported somebody who wanted no more mail from another tool. Null for people who asked for no mail here.
alter table mail_opt_outs add column imported_by uuid;
