/** Normalizes a BCP 47 language tag (`en-US`); null when invalid. */
export function canonicalLanguage(value: string): string | null {
  const tag = value.trim().replaceAll('_', '-').slice(0, 35);
  if (tag === '' || /^(und|zxx|mul|unknown|none)$/i.test(tag)) return null;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

const rightToLeft = /^(ar|arc|ckb|dv|fa|ha-Arab|he|ks|ps|sd|syr|ug|ur|yi)(-|$)/i;

/** Whether books in this language are read from right to left. */
export const isRightToLeft = (language: string | null) => language !== null && rightToLeft.test(language);

/** Frequent short words that are specific to a language. */
const commonWords: Record<string, RegExp> = {
  en: /\b(the|and|of|that|with|which|was)\b/gi,
  fr: /\b(les|des|une|est|dans|pour|qui|que)\b/gi,
  de: /\b(und|der|das|nicht|ist|ein|mit|sich)\b/gi,
  es: /\b(los|las|una|con|por|para|del|como)\b/gi,
  it: /\b(che|della|sono|non|per|gli|con|nel)\b/gi,
  pt: /\b(não|uma|com|para|dos|por|mais|como)\b/gi,
  nl: /\b(het|een|van|niet|zijn|met|voor|dat)\b/gi,
  sv: /\b(och|att|som|det|inte|med|för|den)\b/gi,
};

const scripts: [string, RegExp][] = [
  ['ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['ko', /\p{sc=Hangul}/gu],
  ['zh', /\p{sc=Han}/gu],
  ['ru', /\p{sc=Cyrillic}/gu],
  ['ar', /\p{sc=Arabic}/gu],
  ['he', /\p{sc=Hebrew}/gu],
  ['el', /\p{sc=Greek}/gu],
];

/** Guesses the language of a text; null when unsure. */
export function guessLanguage(text: string): string | null {
  const sample = text.slice(0, 20_000);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 200) return null;
  for (const [language, letter] of scripts) {
    if ((sample.match(letter)?.length ?? 0) > letters * (language === 'ja' ? 0.1 : 0.4)) return language;
  }
  const counts = Object.entries(commonWords)
    .map(([language, words]) => ({ language, count: sample.match(words)?.length ?? 0 }))
    .sort((a, b) => b.count - a.count);
  const [best, next] = counts;
  return best && next && best.count >= 8 && best.count >= next.count * 1.5 ? best.language : null;
}
