import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/**
 * What was indexed by an earlier version is cut into words as today. Whoever changes how words are cut
 * (textTokens.ts, lectern_words) adds a migration that calls this again: old
 * libraries are found by the new rules only then.
 */
export async function reindex(db: Kysely<Tables>, { rebuildFullText }: SchemaParts): Promise<void> {
  await rebuildFullText(db);
}
