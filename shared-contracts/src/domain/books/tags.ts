import { foldText } from '../search/foldText.ts';

/** Tags of a book at most, and characters of a tag, as in the API. */
export const mostTags = 50;
export const tagLength = 60;

/** By which tags are compared: without case and accents. */
export const tagKey = (tag: string): string => foldText(tag).trim();

/** The tags in one line each, without empty ones; of those that compare equal the first stays. */
export function cleanTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const given of tags) {
    const tag = given.replace(/\s+/g, ' ').trim();
    const key = tagKey(tag);
    if (key !== '' && !byKey.has(key)) byKey.set(key, tag);
  }
  return [...byKey.values()];
}

/** Whether one of the tags compares equal to this one. */
export function hasTag(tags: readonly string[], tag: string): boolean {
  const key = tagKey(tag);
  return tags.some((other) => tagKey(other) === key);
}
