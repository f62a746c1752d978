-- The format of a file that is no EPUB and no PDF: it is read as an EPUB, and kept as it is.
alter table books add column source_format {text};
