import { asPassages } from '../../search/passages.ts';
import { retrieve } from '../../search/retrieve.ts';
import { wordsThere } from '../../search/wordsThere.ts';
import type { FullTextHit } from '../../store/fullText.ts';
import { answerAboutReading } from '../aboutReading.ts';
import { type AnswerPlan, type Found, numbered, type TaskContext } from '../answerPlan.ts';
import { bookNamedIn, booksByAuthorIn, booksToLookUp, plainWords, shortTitle } from '../bookLookup.ts';
import { intentIn } from '../intents.ts';
import { placesIn } from '../place.ts';
import { containsName, nameAskedFor, parseQuestion, withVariants } from '../question.ts';
import { nothingFound, quoted } from '../quoting.ts';
import { searchAnnotations } from '../searchAnnotations.ts';

const mostPassages = 5;
const mostFromOneBook = 3;
const mostOwnWords = 3;
/** MentorQuestion for what was marked and written in a book, and for nothing else. */
const mostOfBook = 8;
/** A passage has some 600 characters; quoted whole, it would bury the others. */
const quotedCharacters = 420;

const instruction =
  'Answer the question from the sources. Begin with the answer itself; then, where it helps, say what the sources show.';

/** Looks for what bears on a question in the reader's books, notes and highlights. */
export async function ask(context: TaskContext): Promise<AnswerPlan> {
  const { db, services, calendar, asked } = context;
  if (asked.bookId === null) {
    const reading = await answerAboutReading(db, calendar, asked.text);
    if (reading) return { ...reading, instruction: null };
  }
  const books = await booksToLookUp(db, asked.userId);
  if (intentIn(asked.text) === 'highlights') return ownHighlights(context, books);
  const parsed = parseQuestion(asked.text);
  const named = asked.bookId ? books.find(({ id }) => id === asked.bookId) : bookNamedIn(asked.text, books);
  const words = named ? withoutTitle(parsed.words, named.title) : parsed.words;
  const byAuthor = named ? [] : booksByAuthorIn(asked.text, books);

  const name = named || byAuthor.length > 0 ? null : nameAskedFor(parsed);
  const hasName = ({ text }: { text: string }) => name === null || containsName(text, name);
  const annotations = await searchAnnotations(db, {
    userId: asked.userId,
    bookId: named?.id,
    words: withVariants(words),
  });
  const own = annotations.filter(hasName);
  const bookIds = named ? [named.id] : byAuthor.length > 0 ? byAuthor.map(({ id }) => id) : undefined;
  const retrieved = await retrieve(db, services, {
    userId: asked.userId,
    words,
    limit: 40,
    ...(bookIds ? { bookIds } : {}),
  });
  const hits = retrieved.filter(hasName);
  // Most of what is asked for stands nowhere: what has the rest of its words is no
  // answer, and it is said that nothing was found.
  const there = wordsThere(
    words,
    hits.map(({ text }) => text),
  );
  const chosen = there.length * 2 < words.length ? [] : spread(hits, named === undefined);
  const found: Found[] = [
    ...own.slice(0, words.length === 0 ? mostOfBook : mostOwnWords),
    ...(await asFound(context, chosen)),
  ];
  const citations = numbered(found);
  const where = { booksSearched: books.length, bookTitle: named?.title ?? null };
  const said = citations.length === 0 ? nothingFound(words, where) : quoted(words, citations, where);
  return { citations, said, instruction: citations.length === 0 ? null : instruction };
}

/** What the reader has highlighted, the newest first; with words in the question, what has those. */
async function ownHighlights(
  { db, asked }: TaskContext,
  books: Awaited<ReturnType<typeof booksToLookUp>>,
): Promise<AnswerPlan> {
  const named = asked.bookId ? books.find(({ id }) => id === asked.bookId) : bookNamedIn(asked.text, books);
  const { words: all, isAboutAnything } = parseQuestion(asked.text);
  const words = !isAboutAnything ? [] : named ? withoutTitle(all, named.title) : all;
  const own = await searchAnnotations(db, {
    userId: asked.userId,
    bookId: named?.id,
    words: withVariants(words),
    only: 'highlights',
  });
  const citations = numbered(own.slice(0, mostOfBook));
  const where = { booksSearched: books.length, bookTitle: named?.title ?? null };
  const said = citations.length === 0 ? nothingFound(words, where) : quoted(words, citations, where);
  return { citations, said, instruction: null };
}

/** Hits as citations; those after the reader's place in a book that is under way are marked. */
export async function asFound(
  { db, asked }: Pick<TaskContext, 'db' | 'asked'>,
  hits: readonly FullTextHit[],
  characters = quotedCharacters,
): Promise<Found[]> {
  const places = await placesIn(db, asked.userId, [...new Set(hits.map(({ bookId }) => bookId))]);
  const passages = await Promise.all(hits.map(async (hit) => (await asPassages(db, [hit], characters))[0]));
  return hits.flatMap((hit, at) => {
    const passage = passages[at];
    if (!passage) return [];
    const place = places.find(({ bookId }) => bookId === hit.bookId);
    const ahead = !asked.spoilers && place !== undefined && place.underWay && hit.seq >= place.readTo;
    return { kind: 'passage' as const, ...passage, ...(ahead ? { ahead } : {}) };
  });
}

/** No book crowds out the others, and no two passages stand next to each other in the text. */
function spread(hits: readonly FullTextHit[], overBooks: boolean): FullTextHit[] {
  const chosen: FullTextHit[] = [];
  const [best] = hits;
  for (const hit of hits) {
    const ofBook = chosen.filter(({ bookId }) => bookId === hit.bookId);
    const crowded = overBooks && ofBook.length >= mostFromOneBook;
    const neighbour = ofBook.some(({ seq }) => Math.abs(seq - hit.seq) <= 1);
    // What has far less of the question than the best is no answer to it.
    const weak = best !== undefined && hit.score < best.score * 0.4;
    if (!crowded && !neighbour && !weak) chosen.push(hit);
    if (chosen.length === mostPassages) break;
  }
  return chosen;
}

function withoutTitle(words: readonly string[], title: string): string[] {
  const ofTitle = new Set(plainWords(shortTitle(title)).split(' '));
  return words.filter((word) => !ofTitle.has(plainWords(word)));
}
