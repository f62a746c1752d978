import type { Highlight } from '@lectern/shared-contracts/api/annotations.ts';
import type { Book, Passage } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { normalizeBook } from '@lectern/shared-contracts/domain/books/book.ts';
import type { TestRoutes } from '@lectern/shared-contracts/testing/testApi.ts';

const then = '2026-01-01T00:00:00.000Z';

export function book(id: string, title: string, author: string): Book {
  const made = normalizeBook({ id, title, author, created_at: then });
  if (!made) throw new Error('a book needs an id');
  return made;
}

export function note(id: string, content: string, title = ''): Note {
  return {
    id,
    book_id: 'b1',
    title,
    content,
    type: 'note',
    page: null,
    position: null,
    color: 'green',
    tags: [],
    unread: false,
    created_at: then,
    updated_at: then,
  };
}

function highlight(id: string, text: string): Highlight {
  return {
    id,
    book_id: 'b1',
    text,
    color: 'yellow',
    page: null,
    position: null,
    note: null,
    created_at: then,
    updated_at: then,
  };
}

export function collection(id: string, name: string): Collection {
  return { id, name, description: null, color: null, icon: null, bookIds: ['b1'], updated_at: then };
}

export const whalePassage: Passage = {
  book_id: 'b1',
  book_title: 'Moby-Dick',
  author: 'Herman Melville',
  chapter: 'The Whiteness of the Whale',
  text: 'What the white \uE000whale\uE001 was to Ahab, has been hinted',
  position: { spine_index: 44, fraction: 0.1 },
  score: 7,
};

export function searchRoutes(changes: TestRoutes = {}): TestRoutes {
  return {
    'GET /books': () => ({
      items: [
        book('b1', 'Moby-Dick; or, The Whale', 'Herman Melville'),
        book('b2', 'Jane Eyre', 'Charlotte Brontë'),
      ],
      total: 2,
    }),
    'GET /notes': () => ({ items: [note('n1', 'The whale is never seen whole.')] }),
    'GET /highlights': () => ({ items: [highlight('h1', 'Call me Ishmael')] }),
    'GET /collections': () => ({ items: [collection('c1', 'Whales and the sea')] }),
    'GET /search': () => ({ items: [whalePassage] }),
    ...changes,
  };
}
