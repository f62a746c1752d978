import { foldWord } from '../../store/textTokens.ts';
import { anyOf, isInPhrases, worded } from './phrases.ts';
import { parseQuestion } from './question.ts';

/** What the description of a book says of it, or which books it is about. */
export type DescriptionPart = 'published' | 'genre' | 'series' | 'books';

const phrasesOf = (...lines: string[]) => lines.flatMap((line) => line.split(', '));

/** Phrases in the nine languages of questions, separated by commas. */
const phrases: Readonly<Record<DescriptionPart, readonly string[]>> = {
  published: phrasesOf(
    'when was * published, when did * come out, what year was * published, which year was * published',
    'year of publication, publication year, publication date, date of publication, when was * written',
    'what year did * come out, which year did * come out, what year was * written',
    'wann ist * erschienen, wann erschien, wann wurde * veröffentlicht, in welchem jahr erschien',
    'in welchem jahr ist * erschienen, erscheinungsjahr, erscheinungsdatum, wann kam * heraus',
    'in welchem jahr wurde * veröffentlicht, von wann ist, aus welchem jahr, wann wurde * geschrieben',
    'quand * publié-, quand * paru-, quand est sorti-, année de publication, date de publication',
    'quelle année * publié-, quelle année * paru-, quelle année est sorti-, année de parution, quand * écrit-',
    'date de parution, de quand date, de quelle année est, de quelle année date',
    'cuándo se publicó, cuándo fue publicad-, en qué año se publicó, año de publicación, fecha de publicación',
    'en qué año fue publicad-, en qué año salió, cuándo salió, en qué año apareció, cuándo apareció',
    'de qué año es, cuándo se escribió, cuándo fue escrit-, en qué año se escribió, en qué año fue escrit-',
    'quando foi publicad-, em que ano foi publicad-, ano de publicação, data de publicação, quando saiu',
    'em que ano saiu, de que ano é, quando foi lançad-, em que ano foi lançad-, quando foi escrit-',
    'em que ano foi escrit-, quando se publicou',
    'когда вышел, когда вышла, когда вышло, когда был- издан-, когда был- опубликован-, когда издан-',
    'когда опубликован-, год издания, дата издания, в каком году вышел, в каком году вышла, в каком году был-',
    'в каком году издан-, в каком году опубликован-, когда был- написан-, какого года',
    'いつ出版, 何年に出版, 出版年, 出版日, 出版された, いつ発表, 何年に発表, いつ書かれ, 何年に書かれ, 何年の作品, いつの作品',
    '什么时候出版, 何时出版, 哪年出版, 哪一年出版, 出版日期, 出版的, 出版时间, 什么时候写的, 哪年写的, 哪一年写的, 什么时候发表',
    'متى نشر, متى صدر, سنة النشر, تاريخ النشر, في أي سنة نشر, في أي سنة صدر, في أي عام نشر, في أي عام صدر, متى كتب',
  ),
  genre: phrasesOf(
    'what genre, which genre, what is the genre, genre of, what kind of book is, what type of book is',
    'welches genre, welchem genre, was für ein genre, genre von, was für ein buch ist, was für eine art buch, welche art von buch, welche art buch',
    'quel genre, quel est le genre, genre de, genre du, quel type de livre, quelle sorte de livre',
    'qué género, cuál es el género, género de, género del, qué tipo de libro, qué clase de libro',
    'que género, qual o género, qual é o género, qual gênero, gênero do, gênero da, que tipo de livro',
    'какой жанр, какого жанра, в каком жанре, какому жанру, какому жанру относится, жанр книги, что за книга',
    'ジャンル, どんな種類の本, 什么体裁, 什么类型, 什么题材, 哪种类型, 属于哪类, ما نوع, من أي نوع, ما تصنيف, إلى أي نوع',
  ),
  series: phrasesOf(
    'number in the series, what series, which series, part of a series, part of any series, belong to a series, in a series',
    'der wievielte band, welcher band, welche reihe, welcher reihe, welcher buchreihe, welcher serie, teil einer reihe, teil einer serie',
    'gehört * reihe, gehört * serie, ist * in einer reihe, ist * in einer serie',
    'quel tome, quelle série, quelle saga, partie d une série, partie d une saga, appartient * série, appartient * saga',
    'qué serie, qué saga, parte de una serie, parte de una saga, pertenece * serie, pertenece * saga',
    'forma parte * serie, forma parte * saga, alguna serie',
    'que série, qual série, parte de uma série, pertence * série, pertence * saga, faz parte * série, alguma série',
    'какая серия, какой серии, какую серию, часть серии, частью серии, входит * серию, какую нибудь серию, относится * серии',
    'どのシリーズ, 何のシリーズ, シリーズの一, シリーズもの, シリーズに属, シリーズですか',
    '哪个系列, 什么系列, 系列的一部分, 系列之一, 系列吗, أي سلسلة, جزء من سلسلة, جزءا من سلسلة, ضمن سلسلة',
  ),
  books: phrasesOf(
    'which of my books are, which * books are, what * books are, which * books belong',
    'books in the series, books of the series, books in the genre, books of the genre',
    'welche meiner bücher sind, welche bücher sind, welche * bücher gehören, bücher der reihe',
    'bücher aus der reihe, bücher in der reihe, bücher des genres, bücher der serie',
    'lesquels de mes livres sont, quels livres sont, livres de la série, livres du genre, livres d une série, livres sont du genre',
    'cuáles de mis libros son, qué libros son, libros de la serie, libros del género, libros son de',
    'quais dos meus livros são, que livros são, quais livros são, livros da série, livros do género',
    'какие из моих книг, книги серии, книги жанра, книги из серии, книги в жанре',
    'シリーズの本, ジャンルの本, シリーズには, 哪些书是, 系列的书, 系列有哪些, 类型的书, أي من كتبي, كتب سلسلة, كتب من سلسلة',
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

const kindWords =
  'genre genres series serien reihe buchreihe serie série saga género géneros gênero жанр жанра жанре серия серии серию';
const naming = anyOf([...kindWords.split(' '), 'シリーズ', 'ジャンル', '系列', '类型', 'سلسلة']);

/** Whether a text has the word for a genre or a series. */
export const namesGenreOrSeries = (text: string): boolean => naming.test(worded(text));

/** The words that are not the one for a genre or a series. */
export const wordsBesideKind = (words: readonly string[]): string[] =>
  words.filter((word) => !isInPhrases(kindWords.split(' '), foldWord(word)));

const listingPhrases = [
  ['my books', 'do i have', 'i have', 'have i', 'in my library', 'meiner bücher', 'meine bücher', 'habe ich'],
  [
    'hab ich',
    'in meiner bibliothek',
    'mes livres',
    'ai je',
    'j ai',
    'ma bibliothèque',
    'mis libros',
    'tengo',
  ],
  ['mi biblioteca', 'meus livros', 'tenho', 'minha biblioteca', 'мои книги', 'моих книг', 'у меня'],
  [
    'моей библиотеке',
    '私の本',
    'ライブラリ',
    '我的书',
    '我有',
    '书库',
    '我的图书馆',
    'كتبي',
    'عندي',
    'مكتبتي',
    'لدي',
  ],
].flat();
const listing = anyOf(listingPhrases);

/** Whether a text asks for genres or series of the library: "Which series do I have?" */
export const asksForList = (text: string): boolean => listing.test(worded(text));

const genres =
  'genre genres género géneros gênero gêneros жанры жанров жанр ジャンル 类型 体裁 题材 الأنواع أنواع'.split(
    ' ',
  );
const series =
  'series serie serien reihe reihen buchreihe buchreihen série séries saga sagas серии серий серия シリーズ 系列 السلاسل سلاسل'.split(
    ' ',
  );
const genresIn = anyOf(genres);
const seriesIn = anyOf(series);
/** Words of a question that asks for all genres or series, besides those above. */
const besideKinds = [
  'different all various any the list show there books verschiedene verschiedenen alle es gibt bücher zeig liste',
  'différents différentes toutes tous livres liste distintos distintas todos todas libros hay lista alguna',
  'diferentes todas livros há alguma различные разные все есть книги книг список какие какая',
  'どんな どの 何 ありますか あります ある 本 すべて 全部 哪些 什么 多少 的 书 所有 有 几 ما أي التي هي كل الكتب كم عدد',
]
  .join(' ')
  .split(' ');
const ofListing = [...genres, ...series, ...listingPhrases, ...besideKinds];

/** Whether a text asks for all genres or all series of the library, and nothing else: "Which genres do I have?" */
export function kindsAskedIn(text: string): 'genre' | 'series' | null {
  const words = worded(text);
  if (
    !asksForList(text) ||
    !parseQuestion(text).words.every((word) => isInPhrases(ofListing, foldWord(word)))
  )
    return null;
  if (genresIn.test(words)) return 'genre';
  return seriesIn.test(words) ? 'series' : null;
}
