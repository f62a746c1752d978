import type { SentToModel } from '@lectern/shared-contracts/api/search.ts';

/** A model that could not answer, or broke off. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly kind: 'unreachable' | 'timeout' | 'cut';
  /** @param cause for the log; it may hold what the endpoint said, and is shown to nobody */
  constructor(kind: ModelFailure['kind'], cause?: unknown) {
    super(`The model could not answer: ${kind}.`, { cause });
    this.kind = kind;
  }
}

export interface MentorModel {
  name: string;
  /** Host name of the endpoint: where the words go. */
  place: string;
  /**
   * The words of an answer as they come. Throws a ModelFailure, 'cut' once words have come; what is aborted just ends.
   */
  answer(messages: SentToModel, signal: AbortSignal): AsyncIterable<string>;
}
