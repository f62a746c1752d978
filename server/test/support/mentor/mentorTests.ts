/** Setup of tests about the mentor: a new reader for each, whose books have text. */
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach } from 'node:test';
import type { MentorMessage } from '@lectern/shared-contracts/api/search.ts';
import type { Client } from '../client.ts';
import { startServer, type TestServer } from '../server.ts';
import { putBook, putText } from '../shelf.ts';

export type Chapters = Parameters<typeof putText>[3];

/** Starts a server for the tests of a file. */
export function mentorTests(start: () => Promise<TestServer> = startServer) {
  let server: TestServer;
  let reader: Client;

  before(async () => {
    server = await start();
  });
  after(() => server.stop());
  beforeEach(async () => {
    reader = await server.reader();
  });

  return {
    get server() {
      return server;
    },
    get reader() {
      return reader;
    },
    /** Adds a book of the reader. @returns its id */
    async addBook(book: Parameters<typeof putBook>[2], chapters: Chapters = []): Promise<string> {
      const owner = reader.user?.id ?? '';
      const id = await putBook(server.services, owner, book);
      await putText(server.services, owner, id, chapters);
      return id;
    },
    /** Asks in a new conversation. @param more of the request's body */
    async ask(text: string, more: object = {}): Promise<MentorMessage> {
      const { answer } = await reader.call('POST /mentor/conversations/:id/messages', {
        params: { id: randomUUID() },
        body: { text, ...more },
      });
      return answer;
    },
  };
}
