import { randomUUID } from 'node:crypto';
import type {
  Citation,
  Conversation,
  MentorMessage,
  MentorNotice,
  MentorParagraphs,
  SentToModel,
} from '@lectern/shared-contracts/api/search.ts';
import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../run/common/errors.ts';
import { bytesOf, requireRoom } from '../../store/bounds.ts';
import type { Db } from '../../store/db.ts';
import { byText, type Page, type PageQuery, readPage } from '../../store/paging/pages.ts';
import { addOnce, addRows, findRow } from '../../store/rows.ts';
import type { MessagesTable } from '../../store/schema.ts';
import type { StoredAnswer } from './answer.ts';
import { withoutQuotations } from './model/quotations.ts';
import { citesAhead } from './place.ts';

const titleCharacters = 80;

/** The reader's conversations, last used first. */
export function conversationsOf(db: Db, userId: string, query: PageQuery): Promise<Page> {
  return readPage(
    query,
    {
      from: db.selectFrom('conversations').where('user_id', '=', userId),
      order: byText('updated_at', 'id'),
      direction: 'desc',
      columns: ['title', 'updated_at'],
    },
    (rows): Conversation[] => rows,
  );
}

/** @throws AppError not_found when it does not exist or is another reader's */
export async function conversationOf(db: Db, userId: string, id: string): Promise<Conversation> {
  const conversation = await findRow(db, 'conversations', { id, user_id: userId }, [
    'id',
    'title',
    'updated_at',
  ]);
  if (!conversation) throw new AppError('not_found');
  return conversation;
}

/** Its messages, oldest first. */
export function messagesOf(db: Db, userId: string, conversationId: string, query: PageQuery): Promise<Page> {
  return readPage(
    query,
    {
      from: db
        .selectFrom('messages')
        .where('conversation_id', '=', conversationId)
        .where('user_id', '=', userId),
      order: [{ by: 'seq', type: 'number' }],
      direction: 'asc',
      bytes: sql<number>`bytes`,
    },
    (rows) => rows.map(asMessage),
  );
}

/**
 * Checks the limits before a question is answered, since an answer costs time and may cost money.
 * @throws AppError limit_reached when there is no room for a question and its answer
 */
export async function mustHaveRoomForAnswer(
  db: Db,
  userId: string,
  conversationId: string,
  question: string,
): Promise<void> {
  await requireRoom(db, userId, 'conversations', { id: conversationId });
  await requireRoom(db, userId, 'messages', { rows: 2, bytes: bytesOf(question) });
  const { count } = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow();
  if (Number(count) + 2 > limits.messagesInConversation) throw new AppError('limit_reached', tooLong);
}

const tooLong = text('This conversation has 1,000 messages, which is the limit. Please begin a new one.');

/**
 * The last messages as they are sent to a model; empty for a new conversation or another reader's. Of an answer only
 * the model's own words are sent: text of books is sent anew with each question, and an answer that cites text after
 * the reader's place would be a spoiler.
 */
export async function turnsOf(
  db: Db,
  userId: string,
  conversationId: string,
  { most, spoilers }: { most: number; spoilers: boolean },
): Promise<SentToModel> {
  const rows = await db
    .selectFrom('messages')
    .select(['role', 'text', 'model', 'citations'])
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .orderBy('seq', 'desc')
    .limit(most)
    .execute();
  return Promise.all(
    rows.reverse().map(async ({ role, text, model, citations }) => {
      if (role !== 'mentor') return { role: 'user', text };
      const isSent =
        model !== null && (spoilers || !(await citesAhead(db, userId, JSON.parse(citations) as Citation[])));
      return { role: 'assistant', text: (isSent && withoutQuotations(text)) || omittedAnswer };
    }),
  );
}

const omittedAnswer = '(An answer from the reader’s books, which is not repeated here.)';

/**
 * Creates the conversation with this question, or updates it.
 * @throws AppError not_found when it is another reader's
 */
export async function beginOrContinue(
  db: Db,
  userId: string,
  id: string,
  question: string,
  now: Date,
): Promise<void> {
  // Without the quotation above the question.
  const plain = question
    .replace(/^> .*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  const title = plain || question;
  await addOnce(db, 'conversations', {
    id,
    user_id: userId,
    title: title.length > titleCharacters ? `${[...title].slice(0, titleCharacters).join('')}…` : title,
    updated_at: now.toISOString(),
  });
  await conversationOf(db, userId, id);
  await db.updateTable('conversations').set({ updated_at: now.toISOString() }).where('id', '=', id).execute();
}

/** Stores a question with its answer. */
export async function append(
  db: Db,
  exchange: {
    userId: string;
    conversationId: string;
    questionId: string;
    question: string;
    answer: StoredAnswer;
    now: Date;
  },
): Promise<{ question: MentorMessage; answer: MentorMessage }> {
  const { last } = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.max('seq').as('last'))
    .where('conversation_id', '=', exchange.conversationId)
    .executeTakeFirstOrThrow();
  const seq = Number(last ?? 0);
  const common = {
    conversation_id: exchange.conversationId,
    user_id: exchange.userId,
    created_at: exchange.now.toISOString(),
  };
  const question = {
    ...common,
    id: exchange.questionId,
    seq: seq + 1,
    role: 'reader',
    text: exchange.question,
    citations: '[]',
    ...{ content: null, model: null, sent: null, notice: null, withheld: 0 },
  };
  const { said, sent, citations, ...rest } = exchange.answer;
  const answer = {
    ...common,
    ...rest,
    id: randomUUID(),
    seq: seq + 2,
    role: 'mentor',
    content: said && JSON.stringify(said),
    citations: JSON.stringify(citations),
    sent: sent && JSON.stringify(sent),
  };
  await addRows(db, 'messages', [question, answer]);
  return { question: asMessage(question), answer: asMessage(answer) };
}

/**
 * The stored answer to a question that is sent again; null for a new one.
 * @throws AppError not_found when it is another reader's
 */
export async function alreadyAnswered(
  db: Db,
  userId: string,
  conversationId: string,
  questionId: string,
): Promise<{ question: MentorMessage; answer: MentorMessage } | null> {
  const question = await findRow(db, 'messages', { id: questionId });
  if (!question) return null;
  if (question.user_id !== userId || question.conversation_id !== conversationId)
    throw new AppError('not_found');
  const answer = await db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('seq', '=', question.seq + 1)
    .executeTakeFirstOrThrow();
  return { question: asMessage(question), answer: asMessage(answer) };
}

export async function forget(db: Db, userId: string, id: string): Promise<void> {
  await conversationOf(db, userId, id);
  await db.deleteFrom('conversations').where('id', '=', id).execute();
}

function asMessage(row: Omit<Selectable<MessagesTable>, 'bytes'>): MentorMessage {
  return {
    id: row.id,
    role: row.role === 'mentor' ? 'mentor' : 'reader',
    text: row.text,
    said: row.content === null ? null : (JSON.parse(row.content) as MentorParagraphs),
    citations: JSON.parse(row.citations) as Citation[],
    created_at: row.created_at,
    model: row.model,
    sent: row.sent === null ? null : (JSON.parse(row.sent) as SentToModel),
    notice: row.notice as MentorNotice | null,
    withheld: row.withheld,
  };
}
