import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/**
 * What was indexed by an earlier version is cut into words as today. Whoever changes how words are cut
 * (foldText.ts, textTokens.ts, lectern_words) adds a migration like 0080_text_folding, which works in the
 * background: old libraries are found by the new rules only then.
 */
export async function reindex(db: Kysely<Tables>, { rebuildFullText }: SchemaParts): Promise<void> {
  await rebuildFullText(db);
}
