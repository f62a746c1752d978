-- A slow PDF is read in one go, and tus has its locks in memory.
drop index books_to_read_again;
alter table books drop column read_again;
drop table upload_locks;
-- Withdrawn achievements had entries without points; now they have none.
delete from points where action = 'achievement' and points = 0;
