import { foldWord } from '../../store/textTokens.ts';
import { anyOf, isInPhrases, worded } from './phrases.ts';

/** What the description of a book says of it, or which books it is about. */
export type DescriptionPart = 'published' | 'genre' | 'series' | 'books';

const phrasesOf = (...lines: string[]) => lines.flatMap((line) => line.split(', '));

/** Phrases in the nine languages of questions, separated by commas. */
const phrases: Readonly<Record<DescriptionPart, readonly string[]>> = {
  published: phrasesOf(
    'when was * published, when did * come out, what year was * published, which year was * published',
    'year of publication, publication year, publication date, date of publication',
    'wann ist * erschienen, wann erschien, wann wurde * veröffentlicht, in welchem jahr erschien',
    'in welchem jahr ist * erschienen, erscheinungsjahr, erscheinungsdatum',
    'quand * publié-, quand est paru, quand est sorti, année de publication, date de publication',
    'cuándo se publicó, cuándo fue publicad-, en qué año se publicó, año de publicación, fecha de publicación',
    'quando foi publicad-, em que ano foi publicad-, ano de publicação, data de publicação',
    'когда вышел, когда вышла, когда издан-, когда опубликован-, год издания, дата издания',
    'いつ出版, 何年に出版, 出版年, 出版日, 出版された',
    '什么时候出版, 何时出版, 哪年出版, 哪一年出版, 出版日期, 出版的',
    'متى نشر, متى صدر, سنة النشر, تاريخ النشر',
  ),
  genre: phrasesOf(
    'what genre, which genre, what is the genre, genre of, what kind of book is, what type of book is',
    'welches genre, welchem genre, genre von, was für ein buch ist',
    'quel genre, quel est le genre, genre de',
    'qué género, cuál es el género, género de, que género, qual o género, qual é o género, qual gênero',
    'какой жанр, какого жанра, в каком жанре',
    'ジャンル, 什么体裁, 什么类型的书, ما نوع كتاب, ما تصنيف',
  ),
  series: phrasesOf(
    'what series, which series, part of a series, part of any series, belong to a series, in a series',
    'welche reihe, welcher reihe, welcher buchreihe, welcher serie, teil einer reihe, teil einer serie',
    'gehört * reihe, gehört * serie',
    'quelle série, quelle saga, partie d une série',
    'qué serie, qué saga, parte de una serie, que série, qual série, parte de uma série',
    'какая серия, какой серии, какую серию, часть серии',
    'どのシリーズ, 何のシリーズ, 哪个系列, 什么系列, أي سلسلة',
  ),
  books: phrasesOf(
    'which of my books are, which * books are, what * books are, which * books belong',
    'books in the series, books of the series, books in the genre, books of the genre',
    'welche meiner bücher sind, welche bücher sind, welche * bücher gehören, bücher der reihe',
    'bücher aus der reihe, bücher in der reihe, bücher des genres, bücher der serie',
    'lesquels de mes livres sont, quels livres sont, livres de la série, livres du genre',
    'cuáles de mis libros son, qué libros son, libros de la serie, libros del género',
    'quais dos meus livros são, que livros são, quais livros são, livros da série, livros do género',
    'какие из моих книг, книги серии, книги жанра',
    'シリーズの本, ジャンルの本, 哪些书是, 系列的书, أي من كتبي, كتب سلسلة',
  ),
};

const order = ['published', 'genre', 'series', 'books'] as const;
const wordings = order.map((part) => ({ part, pattern: anyOf(phrases[part]) }));

/** The part of a description that a text asks for; null for any other question. */
export function descriptionAskedIn(text: string): DescriptionPart | null {
  const words = worded(text);
  return wordings.find(({ pattern }) => pattern.test(words))?.part ?? null;
}

/** The words that belong to no phrase for a part. */
export const wordsBesideDescription = (part: DescriptionPart, words: readonly string[]): string[] =>
  words.filter((word) => !isInPhrases(phrases[part], foldWord(word)));

const naming = anyOf('genre genres series reihe buchreihe serie série saga género серии жанра'.split(' '));

/** Whether a text has the word for a genre or a series. */
export const namesGenreOrSeries = (text: string): boolean => naming.test(worded(text));
