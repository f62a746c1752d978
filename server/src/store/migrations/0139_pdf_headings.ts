import { sql } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { MigrationDb } from './migration.ts';

/**
 * Marks PDFs to be read again, for the headings that their contents lead to. CJK radicals are folded; passages of PDFs
 * that may have them are indexed again in the background, as in 0080.
 */
export async function pdfHeadings(
  db: MigrationDb,
  { replaceTextRules }: Pick<SchemaParts, 'replaceTextRules'>,
): Promise<void> {
  await sql`update books set read_again = 1 where format = 'pdf'`.execute(db);
  await replaceTextRules(db);
  const { rows } = await sql<{ first: number | string | null; last: number | string | null }>`
    select min(passages.id) as first, max(passages.id) as last
    from passages join books on books.id = passages.book_id
    where books.format = 'pdf'
      and (books.language like 'zh%' or books.language like 'ja%' or books.language like 'ko%')`.execute(db);
  const last = Number(rows[0]?.last ?? 0);
  if (last === 0) return;
  const value = JSON.stringify({ after: Number(rows[0]?.first) - 1, last });
  await sql`insert into settings (name, value) values ('reindex_passages', ${value})
    on conflict (name) do nothing`.execute(db);
}
