import { type Kysely, sql } from 'kysely';
import type { FullText, FullTextHit } from '../fullText.ts';
import { markWords } from '../markWords.ts';
import type { Tables } from '../schema.ts';
import { queryWords, splitUnspacedScripts } from '../textTokens.ts';

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

/** Full text by FTS5. The last word also finds words that begin with it, as a reader may still be typing it. */
export const sqliteFullText: FullText = {
  async search(db, { userId, text, bookId, limit, mode = 'all' }) {
    const words = queryWords(text);
    if (words.length === 0) return [];
    const match = [
      `owner : ${token(userId)}`,
      ...(bookId === undefined ? [] : [`book : ${token(bookId)}`]),
      `text : (${words.map((word, i) => phrase(word, i === words.length - 1)).join(mode === 'all' ? ' AND ' : ' OR ')})`,
    ].join(' AND ');
    const { rows } = await sql<Omit<FullTextHit, 'marked'>>`
      select p.id as "passageId", p.book_id as "bookId", p.target, p.fraction, p.seq, p.chapter, p.text, -found.rank as score
      from (select rowid, rank from passages_fts where passages_fts match ${match} order by rank limit ${limit}) as found
      join passages as p on p.id = found.rowid
      where p.user_id = ${userId}
      order by found.rank, p.book_id, p.seq`.execute(db);
    return rows.map((row) => ({ ...row, marked: markWords(row.text, words) }));
  },
};

function token(id: string): string {
  return `"${id.replaceAll(/[^0-9a-zA-Z]/g, '')}"`;
}

/** In double quotes everything is a word; there is no quote left in a word. */
function phrase(word: string, unfinished: boolean): string {
  return `"${splitUnspacedScripts(word).trim()}"${unfinished ? '*' : ''}`;
}
