import { mistakesForgiven } from '@lectern/shared-contracts/domain/search/spelling.ts';
import { type Kysely, sql } from 'kysely';
import type { FullText, FullTextHit, SearchTerm } from '../fullText.ts';
import { markTerms } from '../markTerms.ts';
import type { Tables } from '../schema.ts';
import { bestOf, passageScorer } from '../scorePassages.ts';
import { booksOfQuery, termsOfQuery } from '../searchTerms.ts';
import { foldWord, indexText, isUnspaced } from '../textTokens.ts';

/**
 * Bytes of words that are gathered before they are written: a long book
 * has some megabytes, and comes in one transaction.
 */
const gathered = 16 * 1024 ** 2;

export async function gatherSqliteFullText(db: Kysely<Tables>): Promise<void> {
  await sql`insert into passages_fts(passages_fts, rank) values ('hashsize', ${sql.lit(gathered)})`.execute(
    db,
  );
}

/** The words of the index, by which typing errors are forgiven; it is a view of the index, and holds nothing itself. */
export async function createSqliteWords(db: Kysely<Tables>): Promise<void> {
  await sql`create virtual table passages_fts_words using fts5vocab('passages_fts', 'row')`.execute(db);
}

/**
 * The index of passages. It holds no second copy of the text (contentless); triggers keep it in step with the table,
 * and so whatever deletes a passage, a cascade included, deletes it here too. `owner` and `book` are tokens to
 * narrow a search before anything is ranked, and weigh nothing in the ranking.
 */
export async function createSqliteFullText(db: Kysely<Tables>): Promise<void> {
  await sql`create virtual table passages_fts using fts5(
    owner, book, text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'
  )`.execute(db);
  await sql`insert into passages_fts(passages_fts, rank) values ('rank', 'bm25(0.0, 0.0, 1.0)')`.execute(db);
  await sql`create trigger passages_fts_insert after insert on passages begin
    insert into passages_fts(rowid, owner, book, text)
    values (new.id, replace(new.user_id, '-', ''), replace(new.book_id, '-', ''), lectern_tokens(new.text));
  end`.execute(db);
  await sql`create trigger passages_fts_delete after delete on passages begin
    delete from passages_fts where rowid = old.id;
  end`.execute(db);
  await sql`create trigger passages_fts_update after update of text, user_id, book_id on passages begin
    insert or replace into passages_fts(rowid, owner, book, text)
    values (new.id, replace(new.user_id, '-', ''), replace(new.book_id, '-', ''), lectern_tokens(new.text));
  end`.execute(db);
}

/** Passages that are stored with `indexed` 0 come into the index when that becomes 1 (search/indexPassages.ts). */
export async function indexSqlitePassagesLater(db: Kysely<Tables>): Promise<void> {
  await sql`drop trigger passages_fts_insert`.execute(db);
  await sql`create trigger passages_fts_insert after insert on passages when new.indexed = 1 begin
    insert into passages_fts(rowid, owner, book, text)
    values (new.id, replace(new.user_id, '-', ''), replace(new.book_id, '-', ''), lectern_tokens(new.text));
  end`.execute(db);
  await sql`drop trigger passages_fts_update`.execute(db);
  await sql`create trigger passages_fts_update after update of text, user_id, book_id, indexed on passages
  when new.indexed = 1 begin
    insert or replace into passages_fts(rowid, owner, book, text)
    values (new.id, replace(new.user_id, '-', ''), replace(new.book_id, '-', ''), lectern_tokens(new.text));
  end`.execute(db);
}

/** The words of these passages, cut anew. */
export async function reindexSqlitePassages(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  await sql`insert or replace into passages_fts(rowid, owner, book, text)
    select id, replace(user_id, '-', ''), replace(book_id, '-', ''), lectern_tokens(text) from passages
    where id in (select value from json_each(${JSON.stringify(ids)}))`.execute(db);
}

const mostCounted = 20_000;
const mostWordsLike = 20_000;

type Hit = Omit<FullTextHit, 'marked'>;

/** Full text by FTS5. */
export const sqliteFullText: FullText = {
  async search(db, query) {
    const { userId, limit, mode = 'all' } = query;
    const [terms, books] = [termsOfQuery(query), booksOfQuery(query)];
    if (terms.length === 0 || books?.length === 0) return [];
    const scope = [
      ...(books === null ? await ofOwner(db, userId) : [`owner : ${token(userId)}`]),
      ...(books === null ? [] : [`book : (${books.map(token).join(' OR ')})`]),
    ];
    const without = query.notBookId === undefined ? '' : ` NOT book : ${token(query.notBookId)}`;
    const found =
      mode === 'all'
        ? await withAll(db, { userId, scope, without, terms, limit })
        : await withAny(db, { userId, scope, without, terms, limit });
    return found.map((row) => ({ ...row, marked: markTerms(row.text, terms) }));
  },

  async count(db, userId, term, most = mostCounted) {
    const [known] = termsOfQuery({ terms: [term] });
    if (!known) return 0;
    const match = [...(await ofOwner(db, userId)), `text : ${phrase(known)}`].join(' AND ');
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from (
        select 1 from passages_fts where passages_fts match ${match} limit ${most}
      )`.execute(db);
    return rows[0]?.n ?? 0;
  },

  async wordsLike(db, _userId, word) {
    const folded = foldWord(word);
    const [first] = folded;
    if (first === undefined || isUnspaced(folded)) return [];
    const length = [...folded].length;
    const slack = mistakesForgiven(length);
    // The words of all readers' books: whoever asks looks up what they find in the own ones alone.
    const { rows } = await sql<{ term: string }>`
      select term from passages_fts_words
      where term >= ${first} and term <= ${`${first}\u{10FFFF}`}
        and length(term) between ${length - slack} and ${length + slack}
      limit ${sql.lit(mostWordsLike)}`.execute(db);
    return rows.map(({ term }) => term);
  },
};

/**
 * Narrows a search to the reader's own passages, by which it takes twice as long; not where there is no other reader.
 * What is found is read from the table as the reader's own, whatever the index says.
 */
async function ofOwner(db: Kysely<Tables>, userId: string): Promise<string[]> {
  const readers = await db.selectFrom('users').select('id').limit(2).execute();
  return readers.every(({ id }) => id === userId) ? [] : [`owner : ${token(userId)}`];
}

interface Asked {
  userId: string;
  /** What narrows the search, in the index's own language; all of it must hold. */
  scope: readonly string[];
  /** What takes passages away, at the end of the query; may be empty. */
  without: string;
  terms: readonly SearchTerm[];
  limit: number;
}

/** Passages that are weighed against each other; of a word that is everywhere, so many from all over the library. */
const mostWeighed = 600;
const mostFound = 20_000;
/** Words of so many letters begin very many others. */
const shortBeginning = 3;

/**
 * The index only says which passages they are; it is not asked to rank them, because for that it counts every passage
 * of every term, the owner's included: hundreds of milliseconds for a word like 'the'.
 */
async function withAll(db: Kysely<Tables>, { userId, scope, without, terms, limit }: Asked): Promise<Hit[]> {
  // As one text: tens of thousands of rows would take longer to hand over than to find.
  const find = async (wanted: readonly SearchTerm[]) => {
    const { rows } = await sql<{ ids: string }>`
      select json_group_array(rowid) as ids from (
        select rowid from passages_fts
        where passages_fts match ${matching(scope, `text : (${wanted.map(phrase).join(' AND ')})`, without)}
        limit ${sql.lit(mostFound)}
      )`.execute(db);
    return JSON.parse(rows[0]?.ids ?? '[]') as number[];
  };
  // A short word that is in passages enough is not taken for the beginning of others.
  const last = terms.at(-1);
  const closed =
    last?.open && last.words.join('').length <= shortBeginning
      ? await find([...terms.slice(0, -1), { ...last, open: false }])
      : [];
  const ids = spread(closed.length >= mostWeighed ? closed : await find(terms), mostWeighed);
  // The plus keeps SQLite from taking the index of all the reader's passages.
  const texts = await sql<{ passageId: number; text: string }>`
    select id as "passageId", text from passages
    where id in (select value from json_each(${JSON.stringify(ids)})) and +user_id = ${userId}`.execute(db);
  const scoreOf = passageScorer(terms);
  const scores = new Map(texts.rows.map(({ passageId, text }) => [passageId, scoreOf(text)]));
  // Of those that are shown alone is read where they are; of equals that is what decides.
  const shown = bestOf(scores, limit);
  const { rows } = await sql<Omit<Hit, 'score'>>`
    select id as "passageId", book_id as "bookId", target, fraction, seq, chapter, text
    from passages where id in (select value from json_each(${JSON.stringify(shown)})) and +user_id = ${userId}`.execute(
    db,
  );
  return rows
    .map((row) => ({ ...row, score: scores.get(row.passageId) ?? 0 }))
    .sort(
      (one, other) =>
        other.score - one.score ||
        (one.bookId < other.bookId ? -1 : one.bookId > other.bookId ? 1 : one.seq - other.seq),
    )
    .slice(0, limit);
}

/**
 * Which of many passages have most of what is wanted, the rarest first, only the index can tell. The
 * cross join keeps SQLite from looking through all passages of the reader for the few that were
 * found, as it does where it has no statistics yet.
 */
async function withAny(db: Kysely<Tables>, { userId, scope, without, terms, limit }: Asked): Promise<Hit[]> {
  const match = matching(scope, `text : (${terms.map(phrase).join(' OR ')})`, without);
  const { rows } = await sql<Hit>`
    select p.id as "passageId", p.book_id as "bookId", p.target, p.fraction, p.seq, p.chapter, p.text, -found.rank as score
    from (select rowid, rank from passages_fts where passages_fts match ${match} order by rank limit ${limit}) as found
    cross join passages as p on p.id = found.rowid
    where p.user_id = ${userId}
    order by found.rank, p.book_id, p.seq`.execute(db);
  return rows;
}

/** A query of the index. NOT binds closer than AND. */
const matching = (scope: readonly string[], text: string, without: string) =>
  `(${[...scope, text].join(' AND ')})${without}`;

/** So many of them, evenly from the first to the last. */
function spread<T>(all: readonly T[], count: number): T[] {
  if (all.length <= count) return [...all];
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as T);
}

function token(id: string): string {
  return `"${id.replaceAll(/[^0-9a-zA-Z]/g, '')}"`;
}

/** In double quotes everything is a word; there is no quote left in a word. */
function phrase({ words, open }: SearchTerm): string {
  return `"${indexText(words.join(' ')).trim()}"${open ? '*' : ''}`;
}
