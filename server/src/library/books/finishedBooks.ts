import { sql } from 'kysely';
import type { Db } from '../../store/db.ts';

/** ISO 8601. */
interface Span {
  from: string;
  /** Exclusive. */
  before?: string;
  until?: string;
}

/** The user's books with a file that were finished in a span of time, in whichever of their readings; each once. */
export function finishedBooks(db: Db, userId: string, { from, before, until }: Span) {
  const within = (column: string) => sql`(${sql.ref(column)} >= ${from}
    ${before === undefined ? sql`` : sql`and ${sql.ref(column)} < ${before}`}
    ${until === undefined ? sql`` : sql`and ${sql.ref(column)} <= ${until}`})`;
  return db
    .selectFrom('books')
    .where('user_id', '=', userId)
    .where('format', '!=', 'none')
    .where(
      sql<boolean>`((completed = 1 and ${within('completed_at')}) or id in (
        select book_id from readings
        where readings.user_id = ${userId} and outcome = 'finished' and ${within('finished_at')}
      ))`,
    );
}
