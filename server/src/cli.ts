/**
 * For whoever runs the library, over the same database as the running server:
 *   node server/src/cli.ts reset-link reader@example.org   a link that sets a new password; an hour, once
 *   node server/src/cli.ts reports                         problems and messages that were sent in
 */
import { issueResetToken } from './auth/resetTokens.ts';
import { findByEmail } from './auth/users.ts';
import { type Config, loadConfig } from './config.ts';
import type { Db } from './services.ts';
import { openStore } from './store/openStore.ts';

const usage = 'Usage: cli.ts reset-link <e-mail> | reports';

async function main([command, argument]: string[]): Promise<void> {
  const config = loadConfig(process.env);
  const { db } = await openStore(config);
  try {
    if (command === 'reset-link' && argument)
      process.stdout.write(`${await resetLink(db, config, argument)}\n`);
    else if (command === 'reports') await printReports(db);
    else throw new Error(usage);
  } finally {
    await db.destroy();
  }
}

/** In the fragment, which no browser sends anywhere and no log holds. */
async function resetLink(db: Db, config: Config, email: string): Promise<string> {
  const user = await findByEmail(db, email);
  if (!user) throw new Error(`There is no account with the address ${email}.`);
  const origin = config.origin ?? `http://${config.host}:${config.port}`;
  return `${origin}/login#reset=${await issueResetToken(db, user.id, new Date())}`;
}

async function printReports(db: Db): Promise<void> {
  for (const { kind, created_at, body } of await db
    .selectFrom('reports')
    .selectAll()
    .orderBy('created_at')
    .execute()) {
    process.stdout.write(`${created_at} ${kind} ${body}\n`);
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
