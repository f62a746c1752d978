/** @jest-environment node */
import { createDatabaseConnection } from './database.ts';

/** Databases that open when the test says so. */
function setUp() {
  const opened: { end(): void; fail(): void; lose(): void; closed: number }[] = [];
  let lost = 0;
  const open = (onClosed: () => void) =>
    new Promise((resolve, reject) => {
      const database = {
        closed: 0,
        close: () => {
          database.closed += 1;
        },
        end: () => resolve(database),
        fail: () => reject(new Error('refused')),
        lose: onClosed,
      };
      opened.push(database);
    });
  const connection = createDatabaseConnection(() => {
    lost += 1;
  }, open as never);
  return { connection, opened, lost: () => lost };
}

test('one database is opened for all who ask', async () => {
  const { connection, opened } = setUp();
  const both = [connection.open(), connection.open()];
  opened[0]?.end();
  expect(await Promise.all(both)).toEqual([opened[0], opened[0]]);
  expect(await connection.open()).toBe(opened[0]);
  expect(opened).toHaveLength(1);
});

test('one that could not be opened is tried again', async () => {
  const { connection, opened } = setUp();
  const first = connection.open();
  opened[0]?.fail();
  await expect(first).rejects.toThrow('refused');
  const second = connection.open();
  opened[1]?.end();
  expect(await second).toBe(opened[1]);
});

test('one that was lost is said to be, and opened anew', async () => {
  const { connection, opened, lost } = setUp();
  const first = connection.open();
  opened[0]?.end();
  await first;
  opened[0]?.lose();
  expect(lost()).toBe(1);
  const second = connection.open();
  expect(opened).toHaveLength(2);
  // The loss of the first says nothing about the second.
  opened[0]?.lose();
  const third = connection.open();
  expect(opened).toHaveLength(2);
  opened[1]?.end();
  expect(await Promise.all([second, third])).toEqual([opened[1], opened[1]]);
});

test('one that is dropped is closed, and the next is another', async () => {
  const { connection, opened } = setUp();
  connection.drop();
  const first = connection.open();
  opened[0]?.end();
  await first;
  connection.drop();
  await Promise.resolve();
  expect(opened[0]?.closed).toBe(1);
  const second = connection.open();
  expect(opened).toHaveLength(2);
  opened[1]?.end();
  expect(await second).toBe(opened[1]);
});

test('one that takes too long is not waited for', async () => {
  jest.useFakeTimers();
  const { connection, opened } = setUp();
  const first = connection.open();
  await jest.advanceTimersByTimeAsync(4_999);
  opened[0]?.end();
  expect(await first).toBe(opened[0]);
  connection.drop();
  const late = expect(connection.open()).rejects.toThrow('The database could not be opened in time.');
  await jest.advanceTimersByTimeAsync(5_000);
  await late;
  jest.useRealTimers();
});
