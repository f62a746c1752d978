import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Cover } from '@lectern/shared-ui/Cover.tsx';
import type { CoverSize } from '@lectern/shared-ui/coverSizes.ts';
import { useEffect, useMemo } from 'react';
import { coverIsMissing, coverSources } from './coverSources.ts';
import { ensuredCovers } from './ensuredCovers.ts';

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
  const covers = useMemo(() => ensuredCovers(host), [host]);
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
