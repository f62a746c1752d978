import type { Services } from '../../run/services/services.ts';
import { contactEmail } from '../mail/emailTemplates.ts';

const retryDays = 7;

/**
 * Sends the contact messages that have not been mailed yet. They are stored first; housekeeping retries failed ones
 * for a week.
 */
export async function sendContact({ db, mail, now }: Pick<Services, 'db' | 'mail' | 'now'>): Promise<void> {
  if (mail === null) return;
  const since = new Date(now().getTime() - retryDays * 86_400_000).toISOString();
  const waiting = await db
    .selectFrom('reports')
    .select(['id', 'body'])
    .where('kind', '=', 'contact')
    .where('mailed_at', 'is', null)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .limit(50)
    .execute();
  for (const { id, body } of waiting) {
    const mine = await db
      .updateTable('reports')
      .set({ mailed_at: now().toISOString() })
      .where('id', '=', id)
      .where('mailed_at', 'is', null)
      .executeTakeFirst();
    // Another process has claimed it.
    if (mine.numUpdatedRows === 0n) continue;
    try {
      await mail.send(contactEmail(mail.operator, JSON.parse(body)));
    } catch (error) {
      await db.updateTable('reports').set({ mailed_at: null }).where('id', '=', id).execute();
      throw error;
    }
  }
}
