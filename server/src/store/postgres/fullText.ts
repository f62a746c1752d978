import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FullText, FullTextHit } from '../fullText.ts';
import { markWords } from '../markWords.ts';
import type { Tables } from '../schema.ts';
import { queryWords } from '../textTokens.ts';

/** Marks of Latin, Greek, Cyrillic, Hebrew and Arabic: what remove_diacritics takes away on SQLite. */
const diacritics =
  '[\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06ed\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]';
/** Thai, Lao, Burmese, Khmer, Hiragana, Katakana, Han: scripts that put no space between words. */
const unspaced =
  '[\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\U00020000-\\U000323af]';

/** Any letter but those of ASCII; not the dashes and quotes of U+2000 to U+206F. */
const beyondEnglish = '[\\u00aa-\\u1fff\\u2070-\\U0010ffff]';

/** So many passages that have the words are ranked; of a word that is on every page, the first so many. */
const mostRanked = 20_000;

/**
 * The index of passages: a column that the engine itself keeps in step with the text. Words are cut by a function of
 * the database, the same for texts and for questions, and not by its own parser, which knows hosts and file names but
 * no CJK. Owner and book are words of the index, too, so that a search is narrow before anything is ranked.
 */
export async function createPostgresFullText(db: Kysely<Tables>): Promise<void> {
  const letters = await collationOfLetters(db);
  const lower = sql`lower(passage collate ${letters})`;
  const stripped = sql`normalize(regexp_replace(normalize(${lower}, nfd), ${sql.lit(diacritics)}, '', 'g'), nfc)`;
  // Plain English, curly quotes and all, is spared what it does not need: that is half of the work.
  await sql`create function lectern_words(passage text) returns text[]
    language sql immutable strict parallel safe
    return array_remove(regexp_split_to_array(
      case when passage ~ ${sql.lit(beyondEnglish)}
        then regexp_replace(${stripped}, ${sql.lit(`(${unspaced})`)}, ' \\1 ', 'g')
        else ${lower}
      end collate ${letters},
      '[^[:alnum:]]+'
    ), '')`.execute(db);
  // Words have nothing in them that would need quotes.
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

/** The best there is for telling letters, in all scripts: built in since version 17, else ICU's. */
async function collationOfLetters(db: Kysely<Tables>): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ name: string }>`
    select collname as name from pg_collation where collname in ('pg_c_utf8', 'und-x-icu')
    order by collname limit 1`.execute(db);
  const [found] = rows;
  if (!found)
    throw new Error('This PostgreSQL knows no letters: it needs version 17, or to be built with ICU.');
  return sql.id('pg_catalog', found.name);
}

/** Full text by tsvector. The last word also finds words that begin with it, as a reader may still be typing it. */
export const postgresFullText: FullText = {
  async search(db, { userId, text, bookId, limit, mode = 'all' }) {
    const words = queryWords(text);
    const phrases = await cutUp(db, words);
    if (phrases.length === 0) return [];
    const asked = phrases.map((phrase) => `(${phrase})`).join(mode === 'all' ? ' & ' : ' | ');
    const scope = [lexeme(`@${userId}`), ...(bookId === undefined ? [] : [lexeme(`#${bookId}`)])].join(' & ');
    const { rows } = await sql<Omit<FullTextHit, 'marked'>>`
      select p.id as "passageId", p.book_id as "bookId", p.target, p.fraction, p.seq, p.chapter, p.text, found.score
      from (
        select id, ts_rank(tokens, ${asked}::tsquery, 1) as score
        from (
          select id, tokens from passages
          where tokens @@ ${`${scope} & (${asked})`}::tsquery and user_id = ${userId}
          limit ${sql.lit(mostRanked)}
        ) as matching
        order by score desc, id limit ${limit}
      ) as found
      join passages as p on p.id = found.id
      order by found.score desc, p.book_id, p.seq`.execute(db);
    return rows.map((row) => ({ ...row, marked: markWords(row.text, words) }));
  },
};

/** Each word as the index has it: a phrase of letters for scripts without spaces. The last may go on. */
async function cutUp(db: Kysely<Tables>, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<{ parts: string[] }>`
    select lectern_words(word) as parts
    from unnest(${[...words]}::text[]) with ordinality as asked(word, at) order by at`.execute(db);
  return rows.flatMap(({ parts }, i) => {
    const phrase = parts.map(lexeme).join(' <-> ');
    if (phrase === '') return [];
    return i === words.length - 1 ? `${phrase}:*` : phrase;
  });
}

/** In quotes everything is a word. */
function lexeme(word: string): string {
  return `'${word.slice(0, 200).replaceAll(/['\\]/g, '')}'`;
}
