-- Which session sent a write, and how many others waited on its device.
alter table idempotency add column session_id {text};
alter table idempotency add column waiting integer;
