import { randomUUID } from 'node:crypto';
import type { mentorRoutes, searchRoutes } from '@lectern/shared-contracts/api/search.ts';
import { type ExampleContext, type Examples, plain } from './example.ts';

/** Requests to search and mentor. */
export function searchExamples({
  admin,
  bookId,
}: ExampleContext): Examples<typeof searchRoutes & typeof mentorRoutes> {
  const newConversation = async () => {
    const id = randomUUID();
    await admin.call('POST /mentor/conversations/:id/messages', {
      params: { id },
      body: { text: 'Who is Ishmael?' },
    });
    return id;
  };
  return {
    'GET /search': plain({ query: { q: 'Ishmeal' } }),
    'GET /mentor/status': plain(),
    'GET /mentor/conversations': plain(),
    'GET /mentor/conversations/:id': async () => ({ params: { id: await newConversation() } }),
    'POST /mentor/conversations/:id/messages': plain({
      params: { id: randomUUID() },
      body: { text: 'Who is Ishmael?' },
    }),
    'POST /mentor/conversations/:id/stream': plain({
      params: { id: randomUUID() },
      body: { text: 'Who is Ishmael?' },
    }),
    'DELETE /mentor/conversations/:id': async () => ({ params: { id: await newConversation() } }),
    'POST /mentor/translations': plain({ body: { text: 'Nennt mich Ismael.', to: 'en' } }),
    'GET /mentor/chapters': plain({ query: { book_id: bookId } }),
    'GET /mentor/suggestion': plain(),
  };
}
