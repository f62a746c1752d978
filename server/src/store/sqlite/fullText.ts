import { maxTypos } from '@lectern/shared-contracts/domain/search/spelling.ts';
import { type Kysely, sql } from 'kysely';
import { bestPassages, maxResults } from '../bestPassages.ts';
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
import { foldWord, indexText, isUnspaced } from '../textTokens.ts';

/** Bytes that FTS5 buffers before writing: a long book has some megabytes and is inserted in one transaction. */
const gathered = 16 * 1024 ** 2;

/**
 * Creates the index of passages, and a view of its words (fts5vocab) for correcting typos. It is contentless, without a
 * second copy of the text; triggers keep it in sync with the table, even for cascading deletes. Passages stored with
 * `indexed` 0 are added when it becomes 1 (store/indexPassages.ts). `owner` and `book` are tokens that
 * narrow a search before ranking, with no weight in it.
 */
export async function createSqliteFullText(db: Kysely<Tables>): Promise<void> {
  await sql`create virtual table passages_fts using fts5(
    owner, book, text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'
  )`.execute(db);
  await sql`insert into passages_fts(passages_fts, rank) values ('rank', 'bm25(0.0, 0.0, 1.0)')`.execute(db);
  await sql`insert into passages_fts(passages_fts, rank) values ('hashsize', ${sql.lit(gathered)})`.execute(
    db,
  );
  await sql`create virtual table passages_fts_words using fts5vocab('passages_fts', 'row')`.execute(db);
  await sql`create trigger passages_fts_insert after insert on passages when new.indexed = 1 begin
    insert into passages_fts(rowid, owner, book, text)
    values (new.id, replace(new.user_id, '-', ''), replace(new.book_id, '-', ''), lectern_tokens(new.text));
  end`.execute(db);
  await sql`create trigger passages_fts_delete after delete on passages begin
    delete from passages_fts where rowid = old.id;
  end`.execute(db);
  await sql`create trigger passages_fts_update after update of text, user_id, book_id, indexed on passages
  when new.indexed = 1 begin
    insert or replace into passages_fts(rowid, owner, book, text)
    values (new.id, replace(new.user_id, '-', ''), replace(new.book_id, '-', ''), lectern_tokens(new.text));
  end`.execute(db);
}

const maxCounted = 20_000;
const maxWordsLike = 20_000;

type Hit = Omit<FullTextHit, 'marked'>;

/** Full-text search by FTS5. */
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
      mode === 'all' && query.order !== 'text'
        ? await withAll(db, { userId, scope, without, terms, limit })
        : await byIndex(db, { userId, scope, without, terms, limit, mode, order: query.order });
    return found.map((row) => ({ ...row, marked: markTerms(row.text, terms) }));
  },

  async count(db, userId, term, { most = maxCounted, bookIds } = {}) {
    if (bookIds?.length === 0) return 0;
    const [known] = termsOfQuery({ terms: [term] });
    if (!known) return 0;
    const scope = bookIds
      ? [`owner : ${token(userId)}`, `book : (${bookIds.map(token).join(' OR ')})`]
      : await ofOwner(db, userId);
    const match = [...scope, `text : ${phrase(known)}`].join(' AND ');
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
    const slack = maxTypos(length);
    // Words of all users' books; callers look results up in the user's own books only.
    const { rows } = await sql<{ term: string }>`
      select term from passages_fts_words
      where term >= ${first} and term <= ${`${first}\u{10FFFF}`}
        and length(term) between ${length - slack} and ${length + slack}
      limit ${sql.lit(maxWordsLike)}`.execute(db);
    return rows.map(({ term }) => term);
  },
};

/**
 * Restricts a search to the user's passages, which doubles its cost; omitted when there is no other user. Rows are
 * always filtered by owner in the table, whatever the index says.
 */
async function ofOwner(db: Kysely<Tables>, userId: string): Promise<string[]> {
  const readers = await db.selectFrom('users').select('id').limit(2).execute();
  return readers.every(({ id }) => id === userId) ? [] : [`owner : ${token(userId)}`];
}

interface Asked {
  userId: string;
  /** Conditions in FTS5 syntax, all required. */
  scope: readonly string[];
  /** Exclusions at the end of the query; may be empty. */
  without: string;
  terms: readonly SearchTerm[];
  limit: number;
  mode?: FullTextQuery['mode'];
  order?: FullTextQuery['order'];
}

/**
 * The index only selects passages and does not rank them, because ranking counts every passage of every term,
 * including the owner's: hundreds of milliseconds for a word like 'the'.
 */
async function withAll(db: Kysely<Tables>, { userId, scope, without, terms, limit }: Asked): Promise<Hit[]> {
  return bestPassages(
    {
      async find(wanted) {
        // As one string: transferring tens of thousands of rows would take longer than finding them.
        const { rows } = await sql<{ ids: string }>`
          select json_group_array(rowid) as ids from (
            select rowid from passages_fts
            where passages_fts match ${matching(scope, `text : (${wanted.map(phrase).join(' AND ')})`, without)}
            limit ${sql.lit(maxResults)}
          )`.execute(db);
        return JSON.parse(rows[0]?.ids ?? '[]') as number[];
      },
      // The unary plus keeps SQLite from using the index of all the user's passages.
      async texts(ids) {
        const { rows } = await sql<{ passageId: number; text: string }>`
          select id as "passageId", text from passages
          where id in (select value from json_each(${JSON.stringify(ids)})) and +user_id = ${userId}`.execute(
          db,
        );
        return rows;
      },
      async rows(ids) {
        const { rows } = await sql<Omit<Hit, 'score'>>`
          select id as "passageId", book_id as "bookId", target, fraction, seq, chapter, text
          from passages where id in (select value from json_each(${JSON.stringify(ids)})) and +user_id = ${userId}`.execute(
          db,
        );
        return rows;
      },
    },
    terms,
    limit,
  );
}

/**
 * Passages in the order of the index: for 'any', only it can rank by the number and rarity of matches. The cross join
 * keeps SQLite from scanning all passages of the user, as it does without statistics.
 */
async function byIndex(
  db: Kysely<Tables>,
  { userId, scope, without, terms, limit, mode = 'any', order = 'score' }: Asked,
): Promise<Hit[]> {
  const text = terms.map(phrase).join(mode === 'all' ? ' AND ' : ' OR ');
  const match = matching(scope, `text : (${text})`, without);
  // The passages of a book are stored in order.
  const first = sql.ref(order === 'text' ? 'rowid' : 'rank');
  const { rows } = await sql<Hit>`
    select p.id as "passageId", p.book_id as "bookId", p.target, p.fraction, p.seq, p.chapter, p.text, -found.rank as score
    from (select rowid, rank from passages_fts where passages_fts match ${match} order by ${first} limit ${limit}) as found
    cross join passages as p on p.id = found.rowid
    where p.user_id = ${userId}
    order by found.${first}, p.book_id, p.seq`.execute(db);
  return rows;
}

/** A query in FTS5 syntax. NOT binds tighter than AND. */
const matching = (scope: readonly string[], text: string, without: string) =>
  `(${[...scope, text].join(' AND ')})${without}`;

function token(id: string): string {
  return `"${id.replaceAll(/[^0-9a-zA-Z]/g, '')}"`;
}

/** Everything in double quotes is text; words contain no quotes. */
function phrase({ words, open }: SearchTerm): string {
  return `"${indexText(words.join(' ')).trim()}"${open ? '*' : ''}`;
}
