/**
 * Divides a text into sentences. A line break in the source is white space, not the end of a sentence.
 * @param language BCP 47; books may declare invalid ones
 */
export const segmentSentences = (text: string, language: string | null): Intl.Segments =>
  segmenterFor(language).segment(text.replace(/[\n\r\u0085\u2028\u2029]/gu, ' '));

function segmenterFor(language: string | null): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language ?? undefined, { granularity: 'sentence' });
  } catch {
    return new Intl.Segmenter(undefined, { granularity: 'sentence' });
  }
}
