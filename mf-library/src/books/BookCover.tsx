import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { remembered } from '@lectern/shared-contracts/domain/remembered.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Cover, type CoverSize } from '@lectern/shared-ui/Cover.tsx';
import { useEffect } from 'react';
import { type CoverFacts, coverIsMissing, coverSources } from './coverSources.ts';

interface BookCoverProps {
  book: Book;
  size?: CoverSize;
  /** CSS width of a 'fluid' cover, for the `sizes` attribute. */
  width?: number;
  eager?: boolean;
  /** False beside its text. */
  badge?: boolean;
}

/** The cover of a book beside its title, hidden from screen readers. A missing one is requested once. */
export function BookCover({ book, size = 'fluid', width, eager, badge = true }: BookCoverProps) {
  const host = useHost();
  const t = useTranslate();
  const covers = ensuredCovers(host);
  const ensured = useReadable(covers.found).get(book.id);
  // Signed URLs change with every response: the part before the signature identifies the cover.
  const cover = ensured && samePicture(ensured.instead, book.cover_url) ? ensured : book;
  const missing = coverIsMissing(cover);
  useEffect(() => {
    return missing ? covers.ensure(book) : undefined;
  }, [missing, covers, book]);
  return (
    <Cover
      title={book.title}
      author={book.author}
      {...(missing ? {} : coverSources(cover))}
      size={size}
      sizes={width ? `${width}px` : undefined}
      generatedBadge={badge && book.cover_source === 'generated' ? t('AI-generated') : undefined}
      onFail={() => {
        covers.ensure(book);
      }}
      eager={eager}
      decorative
    />
  );
}

function samePicture(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return a === b;
  return versionOf(a) === versionOf(b);
}

/** '…/cover/{grant}/{version}/medium.webp' without its grant. */
function versionOf(address: string): string {
  return address.startsWith('data:') ? address : address.replace(/\/cover\/[^/]+\//, '/');
}

/** Covers requested because a book had none or it failed to load; once per book. */
interface EnsuredCovers {
  /** By book: replaces the cover that it had at the request. */
  found: Readable<ReadonlyMap<string, CoverFacts & { instead: string | null }>>;
  /**
   * Requests covers when scrolling has stopped.
   * @returns cancels the request of a book that has scrolled away
   */
  ensure(book: Book): () => void;
}

const debounceMs = 200;

const ensuredCovers = remembered(({ api, network }: Host): EnsuredCovers => {
  const found = createWritable<ReadonlyMap<string, CoverFacts & { instead: string | null }>>(new Map());
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
        found.set(new Map(found.get()).set(id, { ...cover, instead: cover_url }));
      })
      // The generated cover is shown already; no message is needed.
      .catch(() => undefined);
  };
  const askForAll = () => {
    for (const book of wanted.values()) ask(book);
    wanted.clear();
  };
  return {
    found,
    ensure(book) {
      if (requestedIds.has(book.id)) return () => undefined;
      wanted.set(book.id, book);
      clearTimeout(timer);
      timer = setTimeout(askForAll, debounceMs);
      return () => wanted.delete(book.id);
    },
  };
});
