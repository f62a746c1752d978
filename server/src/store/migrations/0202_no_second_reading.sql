-- A slow PDF is read in one go.
drop index books_to_read_again;
alter table books drop column read_again;
-- Withdrawn achievements had entries without points; now they have none.
delete from points where action = 'achievement' and points = 0;
