/**
 * Commands for the operator, on the same database as the running server:
 *   node server/src/cli.ts reset-link reader@example.org   creates a password reset link, valid for an hour and one use
 *   node server/src/cli.ts reset-second-factor reader@example.org   turns the second factor of an account off
 *   node server/src/cli.ts end-sessions reader@example.org   signs an account out on every device
 *   node server/src/cli.ts make-admin reader@example.org   grants the administrator role
 *   node server/src/cli.ts folder add reader@example.org <path>   takes books from a folder or calibre library
 *   node server/src/cli.ts folder list                     lists the folders of all readers
 *   node server/src/cli.ts folder remove <id>              takes no more from a folder; the books stay
 *   node server/src/cli.ts reports                         lists problem reports and contact messages
 *   node server/src/cli.ts check                           checks database, blob store, mail and provider
 *   node server/src/cli.ts backup <empty folder>           backs up the library while it is in use
 *   node server/src/cli.ts backups                         lists the backups in LECTERN_BACKUP_DIR, newest first
 *   node server/src/cli.ts drill                           restores the last of them beside the library, and compares
 *   node server/src/cli.ts verify <folder>                 reads a backup and reports whether it is complete
 *   node server/src/cli.ts restore <folder>                restores a backup of either engine into an empty library
 * Only `restore` creates a library. The folder of a backup may be s3://bucket/prefix, on S3_ENDPOINT.
 */
import '../requireNode.mjs';

const { runCommand } = await import('./commands.ts');
await runCommand(process.argv.slice(2));
