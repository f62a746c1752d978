import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import type {
  MentorEvent,
  MentorMessage,
  MentorTask,
  mentorRoutes,
} from '@lectern/shared-contracts/api/search.ts';
import type { RouteContext, RouteHandlers } from '../../http/routing/route.ts';
import { userCalendarOf } from '../../library/gamification/userCalendar.ts';
import { AppError } from '../../run/common/errors.ts';
import { runInBackground } from '../../run/common/runInBackground.ts';
import { areasChangedBy } from '../../store/changes/changedBy.ts';
import { changeAndNotify } from '../../store/changes/revisions.ts';
import type { Db } from '../../store/db.ts';
import { pageAnswer } from '../../store/paging/pages.ts';
import { findRow, listRows } from '../../store/rows.ts';
import { plainTextOf, type StoredAnswer } from '../mentor/answer.ts';
import { chaptersOf, hasText } from '../mentor/chapters.ts';
import {
  alreadyAnswered,
  append,
  beginOrContinue,
  conversationOf,
  conversationsOf,
  forget,
  messagesOf,
  mustHaveRoomForAnswer,
  turnsOf,
} from '../mentor/conversations.ts';
import { placesIn } from '../mentor/place.ts';
import { suggestions } from '../mentor/suggest.ts';
import type { AnswerPart } from '../mentor/tasks/askMentor.ts';
import { translate } from '../mentor/translate.ts';

/** A language model takes time and may cost money. */
const modelLimit = { tries: 30, seconds: 60 };
const turnsRemembered = 6;
/** Chapters to choose from. */
const mostChapters = 500;

/** The literary mentor: answers from the user's books, notes, highlights and sessions. */
export const mentorHandlers: RouteHandlers<keyof typeof mentorRoutes> = {
  'GET /mentor/status': async ({ services: { mentorModel } }) => ({
    mode: mentorModel === null ? 'passages' : 'model',
    model: mentorModel?.name ?? null,
    place: mentorModel?.place ?? null,
  }),

  'GET /mentor/conversations': async ({ db, user, query }) =>
    pageAnswer(await conversationsOf(db, user.id, query)),

  'GET /mentor/conversations/:id': async ({ db, user, params, query }) => {
    const conversation = await conversationOf(db, user.id, params.id);
    return pageAnswer(await messagesOf(db, user.id, params.id, query), { conversation }, 'messages');
  },

  'POST /mentor/conversations/:id/messages': {
    untransacted: true,
    async handle(context) {
      const { request, commit } = context;
      const question = await questionOf(context);
      if (question.before) return question.before;
      const disconnected = new AbortController();
      request.raw.once('close', () => request.raw.complete || disconnected.abort());
      const pieces = piecesOfAnswer(context, disconnected.signal);
      for (let step = await pieces.next(); ; step = await pieces.next()) {
        const { done, value } = step;
        if (done) return commit((db) => storeAnswer(db, context, question.id, value));
      }
    },
  },

  'POST /mentor/conversations/:id/stream': {
    untransacted: true,
    async handle(context) {
      const question = await questionOf(context);
      const disconnected = new AbortController();
      context.reply.raw.once('close', () => disconnected.abort());
      // Read independently of the client, so that an answer stopped by the user is stored up to that point.
      const output = new PassThrough();
      const send = async () => {
        try {
          for await (const line of answerLines(context, question, disconnected.signal))
            if (!disconnected.signal.aborted) output.write(line);
          output.end();
        } catch (error) {
          // The status has been sent already, so an error can only break off the stream.
          output.destroy(error as Error);
        }
      };
      runInBackground(send, context.request.log, 'an answer of the mentor broke off');
      return output;
    },
  },

  'GET /mentor/chapters': async ({ db, user, query }) => {
    await requireOwnBooks(db, user.id, [query.book_id]);
    const [place] = await placesIn(db, user.id, [query.book_id]);
    const chapters = (await chaptersOf(db, query.book_id, Infinity)).filter(hasText);
    const isAhead = (seq: number) => seq >= (place?.collapsedFrom ?? Infinity);
    return {
      items: chapters
        .slice(0, mostChapters)
        .flatMap(({ title, passages }) =>
          title === null ? [] : [{ title, ahead: isAhead(passages[0]?.seq ?? 0) }],
        ),
    };
  },

  'DELETE /mentor/conversations/:id': async ({ db, user, params }) => {
    await forget(db, user.id, params.id);
    return null;
  },

  'POST /mentor/translations': {
    untransacted: true,
    limit: { name: 'translations', by: (request) => request.signedIn?.id ?? request.ip, ...modelLimit },
    async handle({ services: { mentorModel }, body, request, reply }) {
      if (mentorModel === null) throw new AppError('no_model');
      const disconnected = new AbortController();
      reply.raw.once('close', () => disconnected.abort());
      const passage = { text: body.text, to: { code: body.to, name: languageName(body.to) } };
      const text = await translate(mentorModel, passage, { signal: disconnected.signal, log: request.log });
      return { text, model: mentorModel.name };
    },
  },

  'GET /mentor/suggestion': async ({ db, services, user }) => ({
    items: (await suggestions(db, await userCalendarOf(db, user.id, services.now()))).map(
      ({ book_id, reason }) => ({ book_id, reason: plainTextOf([reason]), said: reason }),
    ),
  }),
};

type QuestionContext = RouteContext<
  'POST /mentor/conversations/:id/messages' | 'POST /mentor/conversations/:id/stream'
>;

interface Question {
  id: string;
  /** The stored answer, when the question was asked before. */
  before: { question: MentorMessage; answer: MentorMessage } | null;
}

/** Validates the question before the answer begins. */
async function questionOf({ db, user, params, body, services }: QuestionContext): Promise<Question> {
  if (body.text.trim() === '') {
    throw new AppError('invalid_request', 'Please type a question.', [
      { field: 'text', message: 'is blank' },
    ]);
  }
  const id = body.id ?? randomUUID();
  const before = await alreadyAnswered(db, user.id, params.id, id);
  if (before) return { id, before };
  await requireOwnBooks(db, user.id, bookIdsOf(body) ?? []);
  await requireOwnConversation(db, user.id, params.id);
  await mustHaveRoomForAnswer(db, user.id, params.id, body.text);
  if (services.mentorModel) await services.limits.hit('mentor', user.id, modelLimit);
  return { id, before: null };
}

type QuestionBody = QuestionContext['body'];

const bookIdsOf = ({ book_ids, book_id }: QuestionBody) => book_ids ?? (book_id ? [book_id] : undefined);

/** The task; those of API 1.0 that are gone are a search, and what to read next. */
function taskOf(task: QuestionBody['task']): MentorTask | null {
  if (task === undefined || task === 'ask') return null;
  return task === 'plan' ? 'next' : task;
}

async function* piecesOfAnswer(
  context: QuestionContext,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart, StoredAnswer> {
  const { db, services, user, params, body, request } = context;
  // Loaded with the first question, since it needs much memory.
  const { askMentor } = await import('../mentor/tasks/askMentor.ts');
  return yield* askMentor(
    {
      db,
      services,
      calendar: await userCalendarOf(db, user.id, services.now()),
      asked: {
        userId: user.id,
        text: body.text.trim(),
        bookIds: bookIdsOf(body),
        task: taskOf(body.task),
        chapter: body.chapter ?? null,
        spoilers: body.spoilers ?? false,
        before: services.mentorModel
          ? await turnsOf(db, user.id, params.id, { most: turnsRemembered, spoilers: body.spoilers ?? false })
          : [],
      },
    },
    services.mentorModel,
    signal,
    (err) => request.log.warn({ err }, 'the mentor’s model failed'),
  );
}

/** The answer as lines of JSON. It is stored even when the client disconnects or stops it. */
async function* answerLines(
  context: QuestionContext,
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const line = (event: MentorEvent) => `${JSON.stringify(event)}\n`;
  try {
    if (question.before) {
      yield line({ type: 'done', ...question.before });
      return;
    }
    const pieces = piecesOfAnswer(context, signal);
    let step = await pieces.next();
    while (!step.done) {
      const piece = step.value;
      yield line(piece.type === 'sources' ? { ...piece, citations: [...piece.citations] } : piece);
      step = await pieces.next();
    }
    const final = step.value;
    const areas = areasChangedBy('POST /mentor/conversations/:id/stream');
    const stored = await changeAndNotify(context.services, context.user.id, areas, (db) =>
      storeAnswer(db, context, question.id, final),
    );
    yield line({ type: 'done', ...stored });
  } catch (error) {
    if (!(error instanceof AppError)) context.request.log.error({ err: error }, 'the mentor failed');
    const appError = error instanceof AppError ? error : new AppError('server_error');
    yield line({ type: 'failed', error: appError.message, code: appError.code });
  }
}

async function storeAnswer(
  db: Db,
  { services, user, params, body }: QuestionContext,
  questionId: string,
  answer: StoredAnswer,
): Promise<{ question: MentorMessage; answer: MentorMessage }> {
  await services.engine.acquireLock(db, user.id);
  const text = body.text.trim();
  const now = services.now();
  await beginOrContinue(db, user.id, params.id, text, now);
  return append(db, {
    userId: user.id,
    conversationId: params.id,
    questionId,
    question: text,
    answer,
    now,
  });
}

/**
 * The English name of a language.
 * @throws AppError invalid_request for an invalid code
 */
function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;
  } catch {
    throw new AppError('invalid_request', `“${code}” is not the code of a language.`);
  }
}

/** @throws AppError not_found when the conversation is another user's; unknown ids are accepted */
async function requireOwnConversation(db: Db, userId: string, id: string): Promise<void> {
  const conversation = await findRow(db, 'conversations', { id }, ['user_id']);
  if (conversation && conversation.user_id !== userId) throw new AppError('not_found');
}

/** @throws AppError not_found when one of the books is another user's, or was deleted */
async function requireOwnBooks(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const books = await listRows(db, 'books', { user_id: userId, id: ids }, ['id']);
  if (books.length < new Set(ids).size) throw new AppError('not_found');
}
