/** A sentence with its offset in the text. */
export interface SentenceSegment {
  segment: string;
  index: number;
}

/** Abbreviations before a name or number, and initials: the sentence goes on after them. */
const abbreviation =
  /(?<![\p{L}\p{N}])(?:Mr|Mrs|Ms|Messrs|Dr|Prof|Rev|Hon|St|Capt|Col|Gen|Lt|Sgt|Mme|Mlle|MM|Hr|Frl|Nr|Bd|Sr|Sra|Srta|vs|cf|vgl|\p{Lu})\.\s*$/u;

/**
 * Divides a text into sentences. A line break in the source is white space, not the end of a sentence.
 * @param language BCP 47; books may declare invalid ones
 */
export function segmentSentences(text: string, language: string | null): SentenceSegment[] {
  const sentences: SentenceSegment[] = [];
  const flat = text.replace(/[\n\r\u0085\u2028\u2029]/gu, ' ');
  for (const { segment, index } of segmenterFor(language).segment(flat)) {
    const last = sentences.at(-1);
    // An initial alone is often the number of a chapter or an item.
    if (last && abbreviation.test(last.segment) && last.segment.trim().length > 2) last.segment += segment;
    else sentences.push({ segment, index });
  }
  return sentences;
}

function segmenterFor(language: string | null): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language ?? undefined, { granularity: 'sentence' });
  } catch {
    return new Intl.Segmenter(undefined, { granularity: 'sentence' });
  }
}
