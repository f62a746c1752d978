-- The upload whose zip is still to be taken in, for a calibre library that a reader has uploaded.
alter table folders add column zip {text};
