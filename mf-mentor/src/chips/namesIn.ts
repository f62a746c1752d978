import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { unmarked } from '../answer/parseAnswer.ts';

const mostNames = 5;

/**
 * Names in the passages of an answer, the most frequent first: words that have a capital also inside a sentence and
 * stand nowhere in small letters.
 */
export function namesIn(citations: readonly Citation[]): string[] {
  const all = citations.map(({ text }) => unmarked(text)).join('\n');
  const small = new Set((all.match(/(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}]*/gu) ?? []).map(foldText));
  const counts = new Map<string, number>();
  for (const [name] of all.matchAll(/(?<=[\p{L}\p{M},;] )\p{Lu}\p{Ll}[\p{L}\p{M}]+/gu)) {
    if (!small.has(foldText(name))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const byCount = [...counts].sort(([, one], [, other]) => other - one);
  return byCount.slice(0, mostNames).map(([name]) => name);
}
