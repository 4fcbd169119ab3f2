-- A credit is repeated while another spelling of its friend's mailbox counts for the same person.
alter table credits drop constraint credits_state;
alter table credits add constraint credits_state
  check (state in ('counted', 'held', 'rejected', 'waiting', 'repeated')) not valid;
