import { findPassages } from '../../search/findPassages.ts';
import { questionWords } from '../../search/questionWords.ts';
import { foundIn } from '../answer.ts';
import { chapterTitled } from '../chapters.ts';
import { booksCalled, noSuchBook, readChapters } from './books.ts';
import { listArgument, type MentorTool, textArgument } from './tool.ts';

/** Passages of a result, and characters of a chapter that are read at once. */
const [mostPassages, charactersOfChapter] = [8, 6_000];

export const search: MentorTool = {
  name: 'search',
  description:
    'Finds passages in the reader’s books by words that stand in them: names, things, exact words.',
  parameters: {
    type: 'object',
    properties: {
      words: textArgument('The words to look for'),
      books: listArgument('Only in these books, by title; all when left out'),
      chapters: listArgument('Only in chapters with these titles'),
    },
    required: ['words'],
    additionalProperties: false,
  },
  async run(context, { words, books: names, chapters = [] }) {
    const { books, unknown } = await booksCalled(context, names);
    if (unknown.length > 0) return noSuchBook(unknown);
    const { hits, missing } = await findPassages(context.db, context.services, {
      ...questionWords(String(words)),
      books,
      userId: context.asked.userId,
    });
    const titles = (chapters as string[]).map((title) => title.toLowerCase());
    const isWanted = ({ chapter }: { chapter: string | null }) =>
      titles.length === 0 || titles.some((title) => chapter?.toLowerCase().includes(title));
    const found = await foundIn(context, hits.filter(isWanted).slice(0, 2 * mostPassages));
    const read = found.filter(({ ahead }) => !ahead).slice(0, mostPassages);
    return {
      found: [...read, ...found.filter(({ ahead }) => ahead)],
      ...(missing.length > 0 ? { facts: { in_no_book: missing } } : {}),
    };
  },
};

export const readChapter: MentorTool = {
  name: 'readChapter',
  description: 'Reads a chapter of a book, as far as the reader has read, some pages at a time.',
  parameters: {
    type: 'object',
    properties: {
      book: textArgument('The title of the book'),
      chapter: textArgument('The title or number of the chapter'),
      part: {
        type: 'integer',
        minimum: 1,
        maximum: 1_000,
        description: 'Which pages of it: 1 for the first',
      },
    },
    required: ['book', 'chapter'],
    additionalProperties: false,
  },
  async run(context, { book: name, chapter: title, part = 1 }) {
    const { books, unknown } = await booksCalled(context, name);
    const [book] = books;
    if (!book) return noSuchBook(unknown);
    const chapters = await readChapters(context, book.id);
    const chapter = chapterTitled(chapters, String(title));
    if (!chapter) {
      const titles = chapters.flatMap((one) => one.title ?? []).slice(0, 100);
      return { error: 'The reader has read no such chapter.', facts: { chapters: titles } };
    }
    let length = 0;
    const parts = Map.groupBy(chapter.passages, ({ text }) => {
      length += text.length;
      return Math.floor(length / charactersOfChapter) + 1;
    });
    const found = await foundIn(context, parts.get(Number(part)) ?? []);
    return { found, facts: { part, parts: Math.max(...parts.keys()) } };
  },
};
