import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';

/**
 * The database as a migration sees it. It knows the tables of its own time, not those of today, so they have no types
 * here. A migration imports nothing but types and libraries: what it does must be the same in years.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type MigrationDb = Kysely<any>;

/** One step from a shape of the database to the next, in the transaction of all steps of a start. */
export type Migration = (db: MigrationDb, engine: SchemaParts) => Promise<void>;
