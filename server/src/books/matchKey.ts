import { createHash } from 'node:crypto';
import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';

/**
 * A digest that two listings of the same book share: of title and author without case, accents, punctuation and
 * subtitle. Short enough for an index.
 */
export function matchKey(title: string, author: string): string {
  const withoutSeries = title.replace(/\([^()]*#[^()]*\)\s*$/, '');
  const [main = title] = withoutSeries.split(/:\s/);
  return createHash('sha1')
    .update(`${normalized(main) || normalized(title)}\n${normalized(author)}`)
    .digest('base64url');
}

function normalized(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
