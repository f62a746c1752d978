import type { MentorWord } from '@lectern/shared-contracts/domain/mentorWords.ts';
import { sql } from 'kysely';
import { type AnswerPlan, type MentorContext, message } from '../answer.ts';
import { type Place, placesIn } from '../place.ts';

/** A book of the reader, as a task needs it. */
export interface TaskBook {
  id: string;
  title: string;
  author: string;
  progress: number;
  rating: number | null;
  place: Place;
}

type Chosen = { book: TaskBook; none: null } | { book: null; none: AnswerPlan };

/** The book that a task is about: the chosen one, else the one that is being read, else the one opened last. */
export async function chosenBook({ db, asked }: MentorContext): Promise<Chosen> {
  const [id] = asked.bookIds ?? [];
  const books = db
    .selectFrom('books')
    .select(['id', 'title', 'author', 'progress', 'rating'])
    .where('user_id', '=', asked.userId)
    .where('format', '<>', 'none');
  const row = id
    ? await books.where('id', '=', id).executeTakeFirst()
    : await books
        .orderBy(sql`case when completed = 0 and progress > 0 then 0 else 1 end`)
        .orderBy(sql`coalesce(last_opened, '')`, 'desc')
        .orderBy('id')
        .executeTakeFirst();
  const [place] = row ? await placesIn(db, asked.userId, [row.id]) : [];
  return row && place ? { book: { ...row, place }, none: null } : { book: null, none: only('noBooks') };
}

/** An answer of one sentence. */
export function only(word: MentorWord, values?: Parameters<typeof message>[1]): AnswerPlan {
  return { citations: [], said: [[message(word, values)]], instruction: null };
}
