import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Citation, MentorEvent, MentorMessage } from '@lectern/shared-contracts/api/search.ts';
import { normalizeBook } from '@lectern/shared-contracts/domain/books/book.ts';
import type { TestRoutes } from '@lectern/shared-contracts/testing/testApi.ts';

const then = '2026-03-01T08:00:00.000Z';

function book(id: string, title: string, more: Partial<Book> = {}): Book {
  const made = normalizeBook({ id, title, author: 'An Author', format: 'epub', created_at: then, ...more });
  if (!made) throw new Error('a book needs an id');
  return made;
}

const moby = book('b1', 'Moby-Dick; or, The Whale', {
  is_reading: true,
  last_opened: '2026-03-02T08:00:00.000Z',
});
const eyre = book('b2', 'Jane Eyre', { language: 'en' });

export const citation: Citation = {
  number: 1,
  kind: 'passage',
  book_id: 'b1',
  book_title: 'Moby-Dick; or, The Whale',
  author: 'Herman Melville',
  chapter: 'The Whiteness of the Whale',
  text: 'It was the whiteness of the whale',
  position: { spine_index: 44, fraction: 0.1 },
  score: 1,
};

export function message(role: 'reader' | 'mentor', text: string, citations: Citation[] = []): MentorMessage {
  return { id: `${role}-${text.length}`, role, text, citations, created_at: then };
}

export const answered = {
  question: message('reader', 'Why is the whale white?'),
  answer: message('mentor', 'I looked in your books.\n\n> It was the whiteness of the whale [1]', [citation]),
};

/** An answer as server-sent events. */
export async function* saying(question: string, answer: MentorMessage): AsyncGenerator<MentorEvent> {
  yield {
    type: 'sources',
    citations: answer.citations,
    model: answer.model ?? null,
    sent: answer.sent ?? null,
  };
  yield { type: 'text', text: answer.text };
  const messageId = crypto.randomUUID();
  yield {
    type: 'done',
    question: { ...answered.question, id: `${messageId}-question`, text: question },
    answer: { ...answer, id: `${messageId}-answer` },
  };
}

export function mentorRoutes(changes: TestRoutes = {}): TestRoutes {
  return {
    'GET /mentor/status': () => ({ mode: 'passages', model: null }),
    'GET /mentor/conversations': () => ({ items: [] }),
    'GET /mentor/suggestion': () => ({ items: [] }),
    'GET /books': () => ({ items: [moby, eyre], total: 2 }),
    'GET /highlights': () => ({ items: [] }),
    'POST /mentor/conversations/:id/stream': ({ body }) => saying(body.text, answered.answer),
    ...changes,
  };
}
