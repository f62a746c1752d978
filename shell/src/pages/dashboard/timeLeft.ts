import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';

/** Average reading speed in words per minute. */
const wordsPerMinute = 240;

/** The approximate remaining reading time as text; null when the length is unknown or nothing remains. */
export function timeLeft(book: Pick<Book, 'word_count' | 'progress'>, t: Translate): string | null {
  const minutes = Math.round((book.word_count * (1 - book.progress / 100)) / wordsPerMinute);
  if (!(minutes > 0)) return null;
  if (minutes < 60) return t('about {{count}} minutes left', { count: minutes });
  return t('about {{count}} hours left', { count: Math.round(minutes / 60) });
}
