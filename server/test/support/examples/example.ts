import { randomUUID } from 'node:crypto';
import type { Client, LooseRequest } from '../client.ts';
import type { TestServer } from '../server.ts';

/** A valid request to a route, and who sends it. */
export interface ExampleRequest extends LooseRequest {
  by: Client;
  /** It requires more than a request: it is refused, but only after the server has read data. */
  refused?: true;
  /** It requires something that is not configured: 503. */
  unavailable?: true;
}

/** Creates what a route needs, and a request to it. The administrator sends it if nobody else does. */
export type Example = () => Promise<Omit<ExampleRequest, 'by'> & { by?: Client }>;

/** An example for every route of a part of the contract. */
export type Examples<Routes> = Record<keyof Routes, Example>;

export interface ExampleContext {
  server: TestServer;
  admin: Client;
  /** An EPUB of the administrator, with text. */
  bookId: string;
}

/** A request that needs nothing to be created. */
export const plain =
  (request: LooseRequest = {}): Example =>
  async () =>
    request;

export const refused =
  (request: LooseRequest = {}): Example =>
  async () => ({ ...request, refused: true });

/** A new user. */
export const another = (server: TestServer): Promise<Client> => server.reader(`reader-${randomUUID()}`);
