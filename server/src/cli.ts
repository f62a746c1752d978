/**
 * For whoever runs the library, over the same database as the running server:
 *   node server/src/cli.ts reset-link reader@example.org   a link that sets a new password; an hour, once
 *   node server/src/cli.ts reset-second-factor reader@example.org   signing in asks this reader for no code any more
 *   node server/src/cli.ts end-sessions reader@example.org   signs a reader out on every device
 *   node server/src/cli.ts make-admin reader@example.org   makes a reader an administrator
 *   node server/src/cli.ts reports                         problems and messages that were sent in
 *   node server/src/cli.ts backup <empty folder>           all of the library, while it is in use
 *   node server/src/cli.ts restore <folder>                a backup into an empty library, of either engine
 */
import { resolve } from 'node:path';
import { setAdmin } from './admin/accounts.ts';
import { endAllSessions } from './auth/credentials/refreshTokens.ts';
import { deviceSessions } from './auth/deviceSessions.ts';
import { removeSecondFactor } from './auth/factors/secondFactor.ts';
import { issueResetToken } from './auth/resetTokens.ts';
import { findByEmail } from './auth/users.ts';
import type { BackupManifest } from './backup/backupFolder.ts';
import { makeBackup } from './backup/makeBackup.ts';
import { restoreBackup, restoreSecret } from './backup/restoreBackup.ts';
import { loadConfig } from './config/config.ts';
import type { SecurityEvent } from './security/securityEvents.ts';
import { createSecurityLog } from './security/securityLog.ts';
import type { Services } from './services/services.ts';
import { openBlobs } from './staging/openBlobs.ts';
import type { Db } from './store/db.ts';
import { openStore } from './store/open/openStore.ts';

const usage =
  'Usage: cli.ts reset-link <email> | reset-second-factor <email> | end-sessions <email> | make-admin <email> | reports | backup <empty folder> | restore <folder>';

type CliServices = Pick<Services, 'engine' | 'config' | 'db' | 'now'>;

async function main([command, argument]: string[]): Promise<void> {
  // Before the settings are read: without it they would make another.
  if (command === 'restore' && argument)
    await restoreSecret(argument, resolve(process.env.DATA_DIR || 'data'));
  const config = loadConfig(process.env);
  const engine = await openStore(config);
  const { db } = engine;
  try {
    const services = { engine, config, db, ...(await openBlobs(config, db)), now: () => new Date() };
    if (command === 'reset-link' && argument)
      process.stdout.write(`${await resetLink(services, argument)}\n`);
    else if (command === 'reset-second-factor' && argument)
      process.stdout.write(`${await resetSecondFactor(services, argument)}\n`);
    else if (command === 'end-sessions' && argument)
      process.stdout.write(`${await endSessions(services, argument)}\n`);
    else if (command === 'make-admin' && argument)
      process.stdout.write(`${await makeAdmin(services, argument)}\n`);
    else if (command === 'reports') await printReports(db);
    else if (command === 'backup' && argument)
      say('Backed up', await makeBackup(services, resolve(argument)));
    else if (command === 'restore' && argument)
      say('Restored', await restoreBackup(services, resolve(argument)));
    else throw new Error(usage);
  } finally {
    await db.destroy();
  }
}

function say(done: string, { rows, files, made_at }: BackupManifest): void {
  const { users = 0, books = 0, notes = 0, highlights = 0 } = rows;
  process.stdout.write(
    `${done}: ${users} readers, ${books} books, ${notes} notes, ${highlights} highlights, ${files.length} files, as of ${made_at}.\n`,
  );
}

/** In the fragment, which no browser sends anywhere and no log holds. */
async function resetLink(services: CliServices, email: string): Promise<string> {
  const { db, config } = services;
  const user = await accountOf(db, email);
  await record(services, {
    kind: 'authn_password_reset_request',
    userId: user.id,
    details: { by: 'command_line' },
  });
  const origin = config.origin ?? `http://${config.host}:${config.port}`;
  return `${origin}/login#reset=${await issueResetToken(db, user.id, new Date())}`;
}

/** For a reader who has lost the app and the recovery codes. Their passkeys and their password stay. */
async function resetSecondFactor(services: CliServices, email: string): Promise<string> {
  const { db } = services;
  const user = await accountOf(db, email);
  const there = await db.transaction().execute((trx) => removeSecondFactor(trx, user.id));
  if (there)
    await record(services, {
      kind: 'authn_factor_change',
      userId: user.id,
      details: { factor: 'totp', change: 'removed' },
    });
  return there
    ? `${user.email} is asked for no code any more, and can set up another app in the settings.`
    : `${user.email} was asked for no code before either.`;
}

/** For an account whose password or device is in other hands. The password stays: reset-link sets a new one. */
async function endSessions(services: CliServices, email: string): Promise<string> {
  const { db, now } = services;
  const user = await accountOf(db, email);
  const sessions = await db.transaction().execute(async (trx) => {
    const open = await deviceSessions(trx, { id: user.id, sessionId: null }, now());
    await endAllSessions(trx, user.id, now());
    return open.length;
  });
  await record(services, {
    kind: 'session_ended',
    userId: user.id,
    details: { reason: 'by_command_line', sessions },
  });
  return `${user.email} was signed out on ${sessions} devices.`;
}

async function makeAdmin(services: CliServices, email: string): Promise<string> {
  const { db, engine } = services;
  const user = await accountOf(db, email);
  const changed = await db.transaction().execute(async (trx) => {
    await engine.acquireLock(trx, 'accounts');
    return setAdmin(trx, user.id, true);
  });
  if (!changed) return `${user.email} is an administrator already.`;
  await record(services, {
    kind: 'privilege_permissions_changed',
    userId: user.id,
    details: { role: 'admin', change: 'granted', by: 'command_line' },
  });
  return `${user.email} is an administrator now.`;
}

async function accountOf(db: Db, email: string) {
  const user = await findByEmail(db, email);
  if (!user) throw new Error(`There is no account with the address ${email}.`);
  return user;
}

/** In the security log of the library; the lines of its own log are for the running server. */
async function record({ db, config, now }: CliServices, event: SecurityEvent): Promise<void> {
  const log = createSecurityLog({ db, config, now, log: null });
  log.record(event, null);
  await log.close();
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

// As in main.ts: files of readers are for the owner only.
process.umask(0o077);

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
