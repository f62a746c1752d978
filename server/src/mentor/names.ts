/** Names in texts: words with a capital that do not begin a sentence, the most frequent first. */
export function namesIn(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  const pattern =
    /(?<=[\p{Ll},;] )(?:(?:Mr|Mrs|Ms|Dr)\. )?\p{Lu}[\p{Ll}’'-]{2,}(?: \p{Lu}[\p{Ll}’'-]{2,})*/gu;
  for (const text of texts)
    for (const [name] of text.matchAll(pattern)) {
      const plain = name.replace(/[’']s$/, '');
      counts.set(plain, (counts.get(plain) ?? 0) + 1);
    }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
}
