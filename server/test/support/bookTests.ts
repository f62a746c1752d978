/** Setup of tests about books: a user for each, and a clock that stands still. */
import { after, before, beforeEach } from 'node:test';
import type { BookPatch } from '@lectern/shared-contracts/api/books.ts';
import { addBook } from './books.ts';
import type { Client } from './client.ts';
import { type Clock, clockAt } from './clock.ts';
import { startServer, type TestServer } from './server.ts';

/** Starts a server for the tests of a file. */
export function bookTests() {
  const clock: Clock = clockAt('2026-03-01T10:00:00.000Z');
  let server: TestServer;
  let reader: Client;

  before(async () => {
    server = await startServer({ services: { now: clock.now } });
  });
  after(() => server.stop());
  beforeEach(async () => {
    clock.pass(1);
    reader = await server.reader();
  });

  return {
    clock,
    get server() {
      return server;
    },
    get reader() {
      return reader;
    },
    /** This many minutes from now. */
    at: (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString(),
    /**
     * Adds a book of the user directly to the database.
     * @returns its id
     */
    add: (fields?: Parameters<typeof addBook>[2]) => addBook(server.services, reader.user?.id ?? '', fields),
    patch: (id: string, body: BookPatch) => reader.call('PATCH /books/:id', { params: { id }, body }),
  };
}
