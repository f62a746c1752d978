import {
  expandedCharacters,
  ignoredCharacters,
  replacedCharacters,
} from '@lectern/shared-contracts/domain/search/foldText.ts';
import { editDistance, maxTypos } from '@lectern/shared-contracts/domain/search/spelling.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { bestPassages, maxResults, type PassageSource } from '../bestPassages.ts';
import { markTerms } from '../excerpt.ts';
import {
  booksOfQuery,
  type FullText,
  type FullTextHit,
  type FullTextQuery,
  type SearchTerm,
  termsOfQuery,
} from '../fullText.ts';
import type { Tables } from '../schema.ts';
import { foldedWords, foldWord } from '../textTokens.ts';

/** Thai, Lao, Burmese, Khmer, Hiragana, Katakana, Han: scripts without spaces between words. */
const unspaced =
  '[\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\U00020000-\\U000323af]';

/** Non-ASCII letters, and zero-width characters within words; without the dashes and quotes of U+2000 to U+206F. */
const beyondEnglish = '[\\u00aa-\\u1fff\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\U0010ffff]';

/** @returns SQL that folds a text as foldText.ts does, in NFC */
function foldedBySql(passage: RawBuilder<unknown>, letters: RawBuilder<unknown>): RawBuilder<unknown> {
  let folded = sql`lower(normalize(${passage}, nfkd) collate ${letters})`;
  // Lower-case letters may decompose too.
  folded = sql`normalize(${folded}, nfkd)`;
  folded = sql`regexp_replace(${folded}, ${sql.lit(`[${ignoredCharacters}]`)}, '', 'g')`;
  const [from, to] = [Object.keys(replacedCharacters), Object.values(replacedCharacters)];
  folded = sql`translate(${folded}, ${sql.lit(from.join(''))}, ${sql.lit(to.join(''))})`;
  for (const [letter, pair] of Object.entries(expandedCharacters))
    folded = sql`replace(${folded}, ${sql.lit(letter)}, ${sql.lit(pair)})`;
  return sql`normalize(${folded}, nfc)`;
}

/** Creates the function that splits texts and queries into words. */
async function createPostgresWords(db: Kysely<Tables>): Promise<void> {
  const letters = await collationOfLetters(db);
  const passage = sql.ref('passage');
  // Plain English text skips the steps it does not need, which saves half of the work.
  await sql`create or replace function lectern_words(passage text) returns text[]
    language sql immutable strict parallel safe
    return array_remove(regexp_split_to_array(
      case when passage ~ ${sql.lit(beyondEnglish)}
        then regexp_replace(${foldedBySql(passage, letters)}, ${sql.lit(`(${unspaced})`)}, ' \\1 ', 'g')
        else lower(passage collate ${letters})
      end collate ${letters},
      '[^[:alnum:]]+'
    ), '')`.execute(db);
}

/**
 * Creates the index of passages: a generated tsvector column. Words are split by our own function, for texts and
 * queries alike, because PostgreSQL's parser recognizes host and file names but no CJK. Owner and book are tokens
 * too, so that a search is narrowed before ranking.
 */
export async function createPostgresFullText(db: Kysely<Tables>): Promise<void> {
  await createPostgresWords(db);
  // The words need no quoting.
  await sql`create function lectern_tokens(passage text, owner text, book text) returns tsvector
    language sql immutable strict parallel safe
    return (
      select coalesce(string_agg(left(word, 200) || ':' || at, ' '), '')
      from unnest(lectern_words(passage)) with ordinality as words(word, at)
    )::tsvector || array_to_tsvector(array['@' || owner, '#' || book])`.execute(db);
  await sql`alter table passages add column tokens tsvector
    generated always as (lectern_tokens(text, user_id, book_id)) stored`.execute(db);
  await sql`create index passages_by_tokens on passages using gin (tokens)`.execute(db);
}

/** The best collation to classify letters in all scripts: built in since version 17, else from ICU. */
async function collationOfLetters(db: Kysely<Tables>): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ name: string }>`
    select collname as name from pg_collation where collname in ('pg_c_utf8', 'und-x-icu')
    order by collname limit 1`.execute(db);
  const [found] = rows;
  if (!found)
    throw new Error(
      'This PostgreSQL cannot tell letters from other characters: use version 17, or one that is built with ICU.',
    );
  return sql.id('pg_catalog', found.name);
}

/** Full-text search by tsvector. */
export const postgresFullText: FullText = {
  async search(db, query) {
    const { userId, limit, mode = 'all', order = 'score' } = query;
    const [terms, books] = [termsOfQuery(query), booksOfQuery(query)];
    if (books?.length === 0) return [];
    const within = books === null ? [] : [anyOf(books)];
    const without = query.notBookId === undefined ? [] : [`!${lexeme(`#${query.notBookId}`)}`];
    const scope = [lexeme(`@${userId}`), ...within, ...without];
    const found =
      mode === 'all' && order === 'score'
        ? await bestPassages(passagesWithAll(db, userId, scope), terms, limit)
        : await byIndex(db, { userId, scope, terms, mode, order, limit });
    return found.map((row) => ({ ...row, marked: markTerms(row.text, terms) }));
  },

  async count(db, userId, term, { most = maxResults, bookIds } = {}) {
    if (bookIds?.length === 0) return 0;
    const [phrase] = await cutUp(db, termsOfQuery({ terms: [term] }));
    if (phrase === undefined) return 0;
    const scope = [lexeme(`@${userId}`), ...(bookIds ? [anyOf(bookIds)] : [])].join(' & ');
    const { rows } = await sql<{ n: string }>`
      select count(*) as n from (
        select 1 from passages
        where tokens @@ ${`${scope} & (${phrase})`}::tsquery limit ${most}
      ) as counted`.execute(db);
    return Number(rows[0]?.n ?? 0);
  },

  // There is no list of words here: searches passages for words with the same prefix, longest prefix first.
  async wordsLike(db, userId, word) {
    const letters = [...foldWord(word)];
    for (let length = letters.length - 1; length >= 2; length -= 1) {
      const beginning = letters.slice(0, length).join('');
      const hits = await this.search(db, {
        userId,
        terms: [{ words: [beginning], open: true }],
        limit: maxScanned,
      });
      const words = hits
        .flatMap(({ text }) => foldedWords(text))
        .filter((found) => found.startsWith(beginning));
      const like = [...new Set(words)].filter(
        (found) => editDistance(letters.join(''), found) <= maxTypos(letters.length),
      );
      if (like.length > 0) return like;
    }
    return [];
  },
};

type Hit = Omit<FullTextHit, 'marked'>;

const columns = sql`p.id as "passageId", p.book_id as "bookId", p.target, p.fraction, p.seq, p.chapter, p.text`;

/** The index only selects passages: its rank counts longer words with a prefix like the word itself. */
function passagesWithAll(db: Kysely<Tables>, userId: string, scope: readonly string[]): PassageSource {
  const idsOf = (ids: readonly number[]) => sql`p.id = any(${[...ids]}::bigint[]) and p.user_id = ${userId}`;
  return {
    async find(terms) {
      const phrases = await cutUp(db, terms);
      if (phrases.length === 0) return [];
      const { rows } = await sql<{ ids: number[] | null }>`
        select array_agg(id order by id) as ids from (
          select id from passages
          where tokens @@ ${[...scope, ...inBrackets(phrases)].join(' & ')}::tsquery and user_id = ${userId}
          limit ${sql.lit(maxResults)}
        ) as matching`.execute(db);
      return rows[0]?.ids ?? [];
    },
    async texts(ids) {
      const { rows } = await sql<{ passageId: number; text: string }>`
        select p.id as "passageId", p.text from passages as p where ${idsOf(ids)}`.execute(db);
      return rows;
    },
    async rows(ids) {
      const { rows } = await sql<Omit<Hit, 'score'>>`
        select ${columns} from passages as p where ${idsOf(ids)}`.execute(db);
      return rows;
    },
  };
}

/** Passages in the order of the index's rank, or of the text. */
async function byIndex(
  db: Kysely<Tables>,
  {
    userId,
    scope,
    terms,
    mode,
    order,
    limit,
  }: Required<Pick<FullTextQuery, 'userId' | 'mode' | 'order' | 'limit'>> & {
    scope: readonly string[];
    terms: readonly SearchTerm[];
  },
): Promise<Hit[]> {
  const inOrder = order === 'text';
  const phrases = await cutUp(db, terms);
  if (phrases.length === 0) return [];
  const asked = inBrackets(phrases).join(mode === 'all' ? ' & ' : ' | ');
  const { rows } = await sql<Hit>`
    select ${columns}, found.score
    from (
      select id, ts_rank(tokens, ${asked}::tsquery, 1) as score
      from (
        select id, tokens from passages
        where tokens @@ ${`${scope.join(' & ')} & (${asked})`}::tsquery and user_id = ${userId}
        ${inOrder ? sql`order by id` : sql``} limit ${sql.lit(maxResults)}
      ) as matching
      order by ${inOrder ? sql`id` : sql`score desc, id`} limit ${limit}
    ) as found
    join passages as p on p.id = found.id
    order by ${inOrder ? sql`found.id` : sql`found.score desc, p.book_id, p.seq`}`.execute(db);
  return rows;
}

const inBrackets = (phrases: readonly string[]) => phrases.map((phrase) => `(${phrase})`);

const maxScanned = 400;

/** Each term as it is indexed: a phrase of words, or of characters in scripts without spaces. */
async function cutUp(db: Kysely<Tables>, terms: readonly SearchTerm[]): Promise<string[]> {
  if (terms.length === 0) return [];
  const { rows } = await sql<{ parts: string[] }>`
    select lectern_words(word) as parts
    from unnest(${terms.map(({ words }) => words.join(' '))}::text[]) with ordinality as asked(word, at)
    order by at`.execute(db);
  return rows.flatMap(({ parts }, i) => {
    const phrase = parts.map(lexeme).join(' <-> ');
    if (phrase === '') return [];
    return terms[i]?.open ? `${phrase}:*` : phrase;
  });
}

/** A condition: in one of these books. */
const anyOf = (bookIds: readonly string[]) => `(${bookIds.map((id) => lexeme(`#${id}`)).join(' | ')})`;

/** Quoted, so that nothing is syntax. */
function lexeme(word: string): string {
  return `'${word.slice(0, 200).replaceAll(/['\\]/g, '')}'`;
}
