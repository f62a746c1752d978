// Scripts written without spaces between words: a dictionary is needed to tell them apart.
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[’'\-·][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;

const segmenters = new Map<string, Intl.Segmenter>();
function segmenterFor(language: string | null): Intl.Segmenter {
  const locale = language ?? 'und';
  let segmenter = segmenters.get(locale);
  if (!segmenter) {
    try {
      segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
    } catch {
      segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
    }
    segmenters.set(locale, segmenter);
  }
  return segmenter;
}

/** How many words a reader would count. */
export function countWords(text: string, language: string | null): number {
  let count = 0;
  if (!unspaced.test(text)) {
    word.lastIndex = 0;
    while (word.test(text)) count++;
    return count;
  }
  for (const segment of segmenterFor(language).segment(text)) if (segment.isWordLike) count++;
  return count;
}
