import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { CoverFacts } from './coverSources.ts';

/** Covers requested because a book had none or it failed to load; once per book. */
export interface EnsuredCovers {
  /** By book: replaces the cover that it had at the request. */
  found: Readable<ReadonlyMap<string, CoverFacts & { instead: string | null }>>;
  /**
   * Requests covers when scrolling has stopped.
   * @returns cancels the request of a book that has scrolled away
   */
  ensure(book: Book): () => void;
}

const debounceMs = 200;

const ofHost = new WeakMap<Host, EnsuredCovers>();

export function ensuredCovers(host: Host): EnsuredCovers {
  const covers = ofHost.get(host) ?? createEnsuredCovers(host);
  ofHost.set(host, covers);
  return covers;
}

function createEnsuredCovers({ api, network }: Host): EnsuredCovers {
  let covers: ReadonlyMap<string, CoverFacts & { instead: string | null }> = new Map();
  const listeners = new Set<() => void>();
  const requestedIds = new Set<string>();
  const wanted = new Map<string, Book>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = ({ cover_url, id, title, author, isbn, isbn10, isbn13, genre }: Book) => {
    if (requestedIds.has(id) || network.get() !== 'online') return;
    requestedIds.add(id);
    api
      .call('POST /covers-enhanced/ensure', {
        body: { bookId: id, title, author, isbn, isbn10, isbn13, genre },
      })
      .then((cover) => {
        covers = new Map(covers).set(id, { ...cover, instead: cover_url });
        for (const listener of listeners) listener();
      })
      // The generated cover is shown already; no message is needed.
      .catch(() => undefined);
  };
  const askForAll = () => {
    for (const book of wanted.values()) ask(book);
    wanted.clear();
  };
  return {
    found: {
      get: () => covers,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    ensure(book) {
      if (requestedIds.has(book.id)) return () => undefined;
      wanted.set(book.id, book);
      clearTimeout(timer);
      timer = setTimeout(askForAll, debounceMs);
      return () => wanted.delete(book.id);
    },
  };
}
