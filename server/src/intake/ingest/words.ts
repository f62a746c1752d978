const [other, letter, mark, joiner, unspaced] = [0, 1, 2, 3, 4] as const;

// Scripts without spaces between words, which need a dictionary to split.
const unspacedScript =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Caches the kind of each UTF-16 unit plus one; 0 when unknown. */
const kinds = new Uint8Array(0x1_0000);

function kindOf(unit: number): number {
  const cached = kinds[unit] as number;
  if (cached !== 0) return cached - 1;
  const kind = kindOfCharacter(String.fromCharCode(unit));
  kinds[unit] = kind + 1;
  return kind;
}

function kindOfCharacter(character: string): number {
  if (unspacedScript.test(character)) return unspaced;
  if (/[\p{L}\p{N}]/u.test(character)) return letter;
  if (/\p{M}/u.test(character)) return mark;
  return /[’'\-·]/.test(character) ? joiner : other;
}

const segmenters = new Map<string, Intl.Segmenter>();
function segmenterFor(language: string | null): Intl.Segmenter {
  const locale = language ?? 'und';
  const segmenter = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'word' });
  segmenters.set(locale, segmenter);
  return segmenter;
}

/**
 * Counts words: letters and digits with their marks, joined by ’ or -.
 * @param language a canonical tag
 */
export function countWords(text: string, language: string | null): number {
  let count = 0;
  let inWord = false;
  let joined = false;
  for (let i = 0; i < text.length; i++) {
    let kind: number;
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) {
      const character = String.fromCodePoint(text.codePointAt(i) as number);
      kind = kindOfCharacter(character);
      i += character.length - 1;
    } else kind = kindOf(unit);
    if (kind === letter) {
      if (!inWord && !joined) count++;
      inWord = true;
      joined = false;
    } else if (kind === unspaced) return countSegments(text, language);
    else if (kind === mark) joined = false;
    else {
      joined = kind === joiner && inWord;
      inWord = false;
    }
  }
  return count;
}

function countSegments(text: string, language: string | null): number {
  let count = 0;
  for (const segment of segmenterFor(language).segment(text)) if (segment.isWordLike) count++;
  return count;
}
