import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** The database, or a transaction. */
export type Db = Kysely<Tables>;
