import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';

/**
 * The database as a migration sees it. It knows the tables of its own time, not those of today, so they have no types
 * here. A migration imports nothing but types and libraries: what it does must be the same in years.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type MigrationDb = Kysely<any>;

/** A step to the next schema. All pending steps run in one transaction. */
export type Migration = (db: MigrationDb, engine: SchemaParts) => Promise<void>;
