import { findPassages, scopeOf } from '../../search/findPassages.ts';
import { type AnswerPlan, foundIn, type MentorContext, numbered } from '../answer.ts';
import { message } from '../message.ts';
import { quotation } from '../quotation.ts';
import { only } from './chosenBook.ts';

const mostPassages = 5;

const instruction =
  'Say who or what this is, from the sources alone, in one or two short paragraphs: first the plain answer, then what ' +
  'the sources tell of them. Say nothing of what comes after.';

/** Who somebody is: the first passages with the name, else the best. */
export async function who(context: MentorContext): Promise<AnswerPlan> {
  const { db, services, asked } = context;
  const scope = await scopeOf(db, asked);
  const { hits } = await findPassages(db, services, { ...scope, userId: asked.userId, isName: true });
  const found = (
    await foundIn(
      context,
      hits.filter(({ has }) => has.length > 0),
    )
  ).slice(0, 3 * mostPassages);
  const citations = numbered(found.filter(({ ahead }) => !ahead).slice(0, mostPassages));
  const words = { words: { words: [...scope.words] } };
  if (citations.length === 0) return only(found.length > 0 ? 'onlyAhead' : 'nothingAbout', words);
  return { citations, said: [[message('mentioned', words)], ...citations.map(quotation)], instruction };
}
