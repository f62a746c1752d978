import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useCallback, useEffect, useRef } from 'react';

export type SessionOffer = ReturnType<typeof useSessionOffer>;

const name = 'reader.autoSession';

/** Offers to start a reading session, or starts it automatically if set. @param ready the book is rendered */
export function useSessionOffer(book: Book | null, ready: boolean) {
  const { session, preferences } = useHost();
  const active = useReadable(session.active);
  const automatic = useReadable(preferences.watch<boolean>(name, false)) === true;
  const begun = useRef(false);
  const begin = useCallback(() => {
    if (book) session.start(book).catch(() => {});
  }, [session, book]);
  useEffect(() => {
    if (!ready || !automatic || begun.current || !book) return;
    begun.current = true;
    if (active === null) begin();
  }, [ready, automatic, book, active, begin]);
  return {
    /** Null while a session runs on this book, or the book is not known. */
    start: book && active?.book.id !== book.id ? begin : null,
    automatic,
    setAutomatic: (on: boolean) => preferences.set(name, on),
  };
}
