import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';

/** Words a minute of somebody who reads for pleasure. */
const pace = 240;

/** About how long the rest of a book takes, in words; null when its length is not known, or nothing is left. */
export function timeLeft(book: Pick<Book, 'word_count' | 'progress'>, t: Translate): string | null {
  const minutes = Math.round((book.word_count * (1 - book.progress / 100)) / pace);
  if (!(minutes > 0)) return null;
  if (minutes < 60) return t('about {{count}} minutes left', { count: minutes });
  return t('about {{count}} hours left', { count: Math.round(minutes / 60) });
}
