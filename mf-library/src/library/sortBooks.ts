import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { compareByStatus, type SessionFacts } from '@lectern/shared-contracts/domain/bookStatus.ts';

export const sortOrders = ['status', 'title', 'author', 'added', 'opened', 'progress'] as const;
export type SortOrder = (typeof sortOrders)[number];

export const sortLabels: Readonly<Record<SortOrder, string>> = {
  status: 'Reading first',
  title: 'Title',
  author: 'Author',
  added: 'Recently added',
  opened: 'Last opened',
  progress: 'Progress',
};

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const newest = (a: string | null, b: string | null) => (b ?? '').localeCompare(a ?? '');

/** The books in another order; words ascending, moments and progress from the latest or furthest. */
export function sortBooks(books: readonly Book[], order: SortOrder, session?: SessionFacts | null): Book[] {
  const compare: Record<SortOrder, (a: Book, b: Book) => number> = {
    status: (a, b) => compareByStatus(a, b, session),
    title: (a, b) => collator.compare(sortTitle(a.title), sortTitle(b.title)),
    author: (a, b) => collator.compare(a.author, b.author) || collator.compare(a.title, b.title),
    added: (a, b) => newest(a.created_at, b.created_at),
    opened: (a, b) => newest(a.last_opened, b.last_opened) || newest(a.created_at, b.created_at),
    progress: (a, b) => b.progress - a.progress || collator.compare(a.title, b.title),
  };
  return [...books].sort(compare[order]);
}

/** 'The Waste Land' stands under W, as on any shelf. */
function sortTitle(title: string): string {
  return title.replace(/^(the|a|an)\s+(?=\S)/i, '');
}
