/** Names of people and places in a text. */

/** Characters of a passage around a name. */
export const shownCharacters = 320;

/** Words with a capital that do not begin a sentence, the most frequent first. */
export function namesIn(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  const pattern =
    /(?<=[\p{Ll},;] )(?:(?:Mr|Mrs|Ms|Dr)\. )?\p{Lu}[\p{Ll}’'-]{2,}(?: \p{Lu}[\p{Ll}’'-]{2,})*/gu;
  for (const text of texts)
    for (const [name] of text.matchAll(pattern)) {
      const plainName = name.replace(/[’']s$/, '');
      counts.set(plainName, (counts.get(plainName) ?? 0) + 1);
    }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

/** The part of a passage around a name in it. */
export function around(text: string, name: string): string {
  const even = text.replace(/\s+/g, ' ').trim();
  if (even.length <= shownCharacters) return even;
  const at = Math.max(0, even.toLowerCase().indexOf(name.toLowerCase()) - shownCharacters / 3);
  const from = at === 0 ? 0 : even.indexOf(' ', at) + 1;
  const part = even.slice(from, from + shownCharacters);
  return `${from > 0 ? '… ' : ''}${part.slice(0, part.lastIndexOf(' '))} …`;
}
