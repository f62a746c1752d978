import { cleanTags, mostTags, tagKey } from '@lectern/shared-contracts/domain/books/tags.ts';
import { type MemberChanges, withMembers } from '@lectern/shared-contracts/domain/changes/members.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../run/common/errors.ts';

const tooMany = text('A book can have 50 tags. Remove some of them to add others.');

/** The columns of tags that cleanTags() returned. */
export const tagColumns = (tags: readonly string[]) => ({
  tags: JSON.stringify(tags),
  tag_keys: tags.length === 0 ? '' : `\n${tags.map(tagKey).join('\n')}\n`,
});

/**
 * The tags of a book after a device has changed them.
 * @throws AppError limit_reached when those of two devices are too many together
 */
export function changedTags(
  stored: readonly string[],
  sent: readonly string[],
  changes: MemberChanges | undefined,
): string[] {
  const tags = cleanTags(withMembers(stored, sent, changes));
  if (tags.length > mostTags) throw new AppError('limit_reached', tooMany);
  return tags;
}

/** The columns with the tags of two listings of a book, those of the first one first. */
export const joinedTags = (...lists: readonly string[]) =>
  tagColumns(cleanTags(lists.flatMap((tags) => JSON.parse(tags) as string[])).slice(0, mostTags));

/** Condition on `books`: they have this tag. */
export function isTagged(tag: string): RawBuilder<boolean> {
  const key = tagKey(tag).replaceAll(/[\\%_]/g, '\\$&');
  return sql<boolean>`tag_keys like ${`%\n${key}\n%`} escape '\\'`;
}
