import type { MentorPart } from '@lectern/shared-contracts/domain/mentorWords.ts';
import { retrieve } from '../../search/retrieve.ts';
import type { FullTextHit } from '../../store/fullText.ts';
import { foldWord } from '../../store/textTokens.ts';
import { type AnswerPlan, type Found, numbered, type TaskContext } from '../answerPlan.ts';
import { asFound } from '../asFound.ts';
import { message } from '../message.ts';
import { isStopWord, quotedWords } from '../question/question.ts';
import { quotation } from '../quoting.ts';
import { searchAnnotations } from '../searchAnnotations.ts';
import { termsOf } from '../sentences.ts';
import { ask } from './ask.ts';

const mostEarlier = 3;

const instruction =
  'Explain the quoted words to the reader: what they say in plain language, who speaks and of whom as far as the ' +
  'sources show it, and what earlier passages they take up. Say nothing of what comes after.';

/**
 * Explains a passage by the book itself: the text around it, and earlier passages with its names and words.
 */
export async function explain(context: TaskContext): Promise<AnswerPlan> {
  const { db, services, asked } = context;
  const quote = quotedWords(asked.text);
  if (quote === null) return ask(context);
  const [here] = await retrieve(db, services, {
    userId: asked.userId,
    words: termsOf(quote).slice(0, 12),
    limit: 1,
    ...(asked.bookId ? { bookIds: [asked.bookId] } : {}),
  });
  if (!here) return ask(context);
  const around = await neighbours(context, here);
  const earlier = await earlierMentions(context, here, quote);
  const ownPassages = (
    await searchAnnotations(db, { userId: asked.userId, bookId: here.bookId, words: termsOf(quote) })
  ).slice(0, 2);
  const passages: Found[] = [
    ...(await asFound({ db, asked: { ...asked, spoilers: true } }, [...around, here, ...earlier])),
    ...ownPassages,
  ];
  const citations = numbered(passages);
  const [beforeIt, it] = [citations.slice(0, around.length), citations[around.length]];
  const mentions = citations.slice(around.length + 1, around.length + 1 + earlier.length);
  const mine = citations.slice(around.length + 1 + earlier.length);
  const where = [it?.book_title, it?.chapter].filter(Boolean).join(', ');
  const lines: MentorPart[][] = [
    [message('standsIn', { where }), ` [${it?.number ?? 1}] `, message('explainedByBook')],
    ...(beforeIt.length > 0 ? [[message('before')], ...beforeIt.map(quotation)] : []),
    ...(mentions.length > 0 ? [[message('earlier')], ...mentions.map(quotation)] : []),
    ...(mine.length > 0 ? [[message('own')], ...mine.map(quotation)] : []),
  ];
  if (lines.length === 1) lines.push([message('nothingBefore')]);
  return { citations, said: lines, instruction };
}

/** The passage before. The one after may be a spoiler. */
async function neighbours({ db }: TaskContext, here: FullTextHit): Promise<FullTextHit[]> {
  const rows = await db
    .selectFrom('passages')
    .select(['id as passageId', 'book_id as bookId', 'target', 'fraction', 'seq', 'chapter', 'text'])
    .where('book_id', '=', here.bookId)
    .where('seq', '=', here.seq - 1)
    .execute();
  return rows.map((row) => ({ ...row, marked: row.text, score: 0 }));
}

/** Earlier passages with the names and telling words of the quotation. */
async function earlierMentions(
  { db, services, asked }: TaskContext,
  here: FullTextHit,
  quote: string,
): Promise<FullTextHit[]> {
  const names = [...quote.matchAll(/(?<=[\p{Ll},;] )\p{Lu}\p{Ll}{2,}/gu)].map(([name]) => name);
  const words = [...new Set([...names.map(foldWord), ...termsOf(quote)])].filter((word) => !isStopWord(word));
  const hits = await retrieve(db, services, {
    userId: asked.userId,
    words: words.slice(0, 8),
    bookIds: [here.bookId],
    limit: 60,
  });
  return hits
    .filter(({ seq }) => seq < here.seq - 1)
    .slice(0, mostEarlier)
    .sort((a, b) => a.seq - b.seq);
}
