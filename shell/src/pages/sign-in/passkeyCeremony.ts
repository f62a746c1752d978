/** Whether a failure is the reader's own wish, or the browser's word that there was nothing to choose. */
export const gaveUp = (failure: unknown): boolean =>
  failure instanceof Error && (failure.name === 'NotAllowedError' || failure.name === 'AbortError');
