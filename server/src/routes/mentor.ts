import { randomUUID } from 'node:crypto';
import type { mentorRoutes } from '@lectern/shared-contracts/api/search.ts';
import { AppError } from '../errors.ts';
import { readerOf } from '../gamification/reader.ts';
import type { RouteHandlers } from '../http/route.ts';
import { answerAboutReading } from '../mentor/aboutReading.ts';
import {
  alreadyAnswered,
  append,
  beginOrContinue,
  conversationOf,
  conversationsOf,
  forget,
  messagesOf,
} from '../mentor/conversations.ts';
import { gatherEvidence } from '../mentor/evidence.ts';
import { passageAnswerer } from '../mentor/passageAnswerer.ts';
import { suggestions } from '../mentor/suggest.ts';

const answerer = passageAnswerer;

/** The literary mentor: answers from the reader's own books, notes, highlights and sessions. */
export const mentorHandlers: RouteHandlers<keyof typeof mentorRoutes> = {
  'GET /mentor/status': async () => ({ mode: answerer.mode, model: answerer.model }),

  'GET /mentor/conversations': async ({ db, user }) => ({ items: await conversationsOf(db, user.id) }),

  'GET /mentor/conversations/:id': async ({ db, user, params }) => ({
    conversation: await conversationOf(db, user.id, params.id),
    messages: await messagesOf(db, user.id, params.id),
  }),

  'POST /mentor/conversations/:id/messages': async ({ db, services, user, params, body }) => {
    const text = body.text.trim();
    if (text === '') {
      throw new AppError('invalid_request', 'Please ask something.', [
        { field: 'text', message: 'is blank' },
      ]);
    }
    const questionId = body.id ?? randomUUID();
    const before = await alreadyAnswered(db, user.id, params.id, questionId);
    if (before) return before;
    if (body.book_id) await mustOwn(db, user.id, body.book_id);

    const now = services.now();
    const asked = { userId: user.id, text, bookId: body.book_id ?? null };
    const reading = body.book_id
      ? null
      : await answerAboutReading(db, await readerOf(db, user.id, now), text);
    const evidence = reading ? null : await gatherEvidence(db, services, asked);
    const answer = reading?.text ?? (evidence ? await answerer.answer(evidence) : '');
    const citations = reading?.citations ?? evidence?.citations ?? [];

    await beginOrContinue(db, user.id, params.id, text, now);
    return append(db, {
      userId: user.id,
      conversationId: params.id,
      questionId,
      question: text,
      answer,
      citations,
      now,
    });
  },

  'DELETE /mentor/conversations/:id': async ({ db, user, params }) => {
    await forget(db, user.id, params.id);
    return null;
  },

  'GET /mentor/suggestion': async ({ db, services, user }) => ({
    items: await suggestions(db, await readerOf(db, user.id, services.now())),
  }),
};

async function mustOwn(db: Parameters<typeof readerOf>[0], userId: string, bookId: string): Promise<void> {
  const book = await db
    .selectFrom('books')
    .select('id')
    .where('id', '=', bookId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!book) throw new AppError('not_found');
}
