const firstLetter = (word: string) => Array.from(word)[0]?.toLocaleUpperCase() ?? '';

/** Up to two initials of a name: 'Jane Austen' is JA, 'Ursula K. Le Guin' is UG. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0];
  const last = words.length > 1 ? words.at(-1) : undefined;
  return firstLetter(first ?? '') + firstLetter(last ?? '');
}
