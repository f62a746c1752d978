/**
 * How each language asks the question before of another book: "And in Emma?", "What about Emma?". In this order:
 * phrases before the title, words between these and the title, and phrases after it. In languages that put spaces
 * between words, a question without a phrase before the title is none.
 */
interface OtherBookWords {
  before: readonly string[];
  between: string;
  after: readonly string[];
}

export const otherBookWords: readonly OtherBookWords[] = [
  {
    before: [
      'and',
      'and what about',
      'what about',
      'but what about',
      'and how about',
      'how about',
      'and how is it',
    ],
    between: 'in of for with from the book novel by to',
    after: ['too', 'then', 'instead'],
  },
  {
    before: [
      'und',
      'und was ist mit',
      'was ist mit',
      'und wie ist es',
      'wie ist es',
      'und wie sieht es',
      'wie sieht es',
    ],
    between: 'in im von vom mit bei beim aus zu zum für der die das den dem des buch roman',
    after: ['aus', 'aus mit', 'auch', 'dann'],
  },
  {
    before: ['et', 'qu en est il', 'et qu en est il', 'et qu en est il pour', 'et quant à'],
    between: 'dans de du d des pour à au avec le la les l livre roman',
    after: ['aussi', 'alors'],
  },
  {
    before: ['y', 'y qué hay', 'qué hay', 'y qué pasa', 'qué pasa', 'y qué tal', 'qué tal'],
    between: 'en de del con para a al el la los las libro novela sobre',
    after: ['también', 'entonces'],
  },
  {
    before: ['e', 'e quanto', 'e que tal', 'que tal', 'e sobre'],
    between: 'em no na nos nas de do da com para o a os as ao à livro romance',
    after: ['também', 'então'],
  },
  { before: ['では', 'じゃあ', 'それでは', 'それなら', ''], between: '', after: japaneseEndings() },
  {
    before: ['那', '那么', '那麼', ''],
    between: '在',
    after: ['呢', '里呢', '中呢', '里面呢', '怎么样', '怎么样呢'],
  },
  {
    before: ['و', 'وماذا عن', 'ماذا عن', 'وفي', 'ومن', 'وعن'],
    between: 'في من عن كتاب رواية',
    after: ['أيضا'],
  },
  {
    before: ['а', 'и', 'а как насчёт', 'как насчёт', 'а что насчёт', 'что насчёт', 'а что', 'а как'],
    between: 'в во из с со об о про для у книга книге книги роман романе',
    after: ['тоже', 'тогда'],
  },
];

function japaneseEndings(): string[] {
  const how = ['は', 'はどう', 'はどうですか', 'はどうでしょう'];
  return ['', 'の場合', 'の方', 'について', 'で', 'に'].flatMap((noun) => how.map((ending) => noun + ending));
}
