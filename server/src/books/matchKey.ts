import { createHash } from 'node:crypto';
import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';

/**
 * What two books of lists have in common when they are the same: title and author without case, accents, marks and the
 * subtitle, which lists write or leave out as they like. A digest, so that it fits into an index.
 */
export function matchKey(title: string, author: string): string {
  const withoutSeries = title.replace(/\s*\([^)]*#[^)]*\)\s*$/, '');
  const [main = title] = withoutSeries.split(/:\s/);
  return createHash('sha1')
    .update(`${plain(main) || plain(title)}\n${plain(author)}`)
    .digest('base64url');
}

function plain(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
