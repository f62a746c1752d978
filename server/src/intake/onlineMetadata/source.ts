import type { OnlineBook, OnlineSource } from '@lectern/shared-contracts/api/onlineMetadata.ts';

/** What is asked: an ISBN, or a title with or without an author. */
export type OnlineQuery = { isbn13: string; isbn10: string | null } | { title: string; author: string };

/** Requests JSON of a service: the value is whatever the service has sent. */
export type AskJson = (host: string, path: string, query: Record<string, string>) => Promise<unknown>;

/** A service of the net that knows books. */
export interface MetadataSource {
  name: OnlineSource;
  /** Hosts that covers come from, with those that they are redirected to; `.host` has its subdomains. */
  coverHosts: readonly string[];
  /** The best first, at most five. */
  find(query: OnlineQuery, ask: AskJson): Promise<OnlineBook[]>;
}

/** A service has answered with something else than its documentation says. */
export class UnreadableAnswer extends Error {
  constructor() {
    super('The answer has another shape than the documentation of the service says.');
    this.name = 'UnreadableAnswer';
  }
}
