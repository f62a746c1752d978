import type { TextRange } from '@lectern/shared-contracts/domain/search/foldText.ts';
import type { NarrationOptions, Narrator, Sentence, SoundClip, TextPlace } from './renderer.ts';
import { languageAt, type SpokenRange, sentencesOf, spoken } from './sentences.ts';
import type { TextMap } from './textMap.ts';

/** A unit of text for reading aloud: a chapter, or a PDF page. */
export interface Reading {
  map: TextMap;
  language: string | null;
  /** Offset at which reading begins: of the first visible character, or of the target of a jump. */
  start(): number;
  /** Highlights a sentence and scrolls to it; null removes the highlight. */
  show(span: SpokenRange | null): void;
  /** The book's media overlay; without it, all sentences are spoken. */
  recorded?: readonly Recorded[];
}

/** An element with audio, or to be spoken. */
export interface Recorded {
  span: TextRange;
  clip?: SoundClip;
  /** Whether it is skippable, such as a footnote or page number. */
  skip?: boolean;
  /** Index of the element after its escapable structure. */
  leave?: number;
}

export interface Readings {
  /** The visible unit; null when it has no text. */
  current(): Promise<Reading | null>;
  /** Moves to the next or previous unit. False at the end. */
  turn(forward: boolean): Promise<boolean>;
  /**
   * Makes a visible chapter the current one.
   * @returns false when it is not visible
   */
  select?(target: number): boolean;
}

/** Maximum number of consecutive pages without text to skip. */
const maxEmptyPages = 30;

/** Iterates over a book sentence by sentence. */
export class SentenceNarrator implements Narrator {
  readonly #readings: Readings;
  readonly #options: NarrationOptions;
  #reading: Reading | null = null;
  #sentences: SpokenRange[] = [];
  #at = -1;

  constructor(
    readings: Readings,
    options: NarrationOptions = { skips: () => false, describes: () => false },
  ) {
    this.#readings = readings;
    this.#options = options;
  }

  async begin(): Promise<Sentence | null> {
    if (!(await this.#read())) return this.#onward(true);
    const from = this.#reading?.start() ?? 0;
    const first = this.#sentences.findIndex(({ start, end }) => start >= from || end > from);
    // A sentence that continues from the last page is included only if most of it is here.
    const begun = this.#sentences[first];
    const late =
      begun !== undefined && begun.start < from && from - begun.start > (begun.end - begun.start) / 2;
    return this.#say(first < 0 ? this.#sentences.length : late ? first + 1 : first);
  }

  next(): Promise<Sentence | null> {
    return this.#say(this.#at + 1);
  }

  previous(): Promise<Sentence | null> {
    return this.#say(this.#at - 1, false);
  }

  leave(): Promise<Sentence | null> {
    return this.#say(this.#reading?.recorded?.[this.#at]?.leave ?? this.#at + 1);
  }

  async at({ target, offset }: TextPlace): Promise<Sentence | null> {
    const { select } = this.#readings;
    if (select?.(target) === false || !(await this.#read())) return null;
    const index = this.#sentences.findLastIndex(({ start, end }) => start <= offset && offset < end);
    return index < 0 ? null : this.#say(index);
  }

  end(): void {
    this.#reading?.show(null);
    this.#reading = null;
  }

  async #read(): Promise<boolean> {
    this.#reading?.show(null);
    this.#reading = await this.#readings.current();
    const reading = this.#reading;
    const sentences =
      reading && (reading.recorded?.map(({ span }) => span) ?? sentencesOf(reading.map, reading.language));
    this.#sentences = sentences ?? [];
    return this.#sentences.length > 0;
  }

  async #say(wanted: number, forward = true): Promise<Sentence | null> {
    const recorded = this.#reading?.recorded;
    let index = wanted;
    while (this.#leavesOut(index)) index += forward ? 1 : -1;
    const span = this.#sentences[index];
    if (!span || !this.#reading) return this.#onward(index >= 0);
    this.#at = index;
    this.#reading.show(span);
    const { map, language } = this.#reading;
    const { clip, leave } = recorded?.[index] ?? {};
    return {
      text: spoken(map, span, this.#options.describes()),
      language: languageAt(map, span.start) ?? language,
      ...(clip ? { clip } : {}),
      ...(leave === undefined ? {} : { canLeave: true }),
    };
  }

  #leavesOut(index: number): boolean {
    const { skips, describes } = this.#options;
    if (this.#sentences[index]?.picture) return !describes();
    return skips() && this.#reading?.recorded?.[index]?.skip === true;
  }

  /** Moves to the next or previous unit with text. */
  async #onward(forward: boolean): Promise<Sentence | null> {
    for (let passed = 0; passed < maxEmptyPages; passed++) {
      if (!(await this.#readings.turn(forward))) return null;
      if (!(await this.#read())) continue;
      const sentence = await this.#say(forward ? 0 : this.#sentences.length - 1, forward);
      return sentence && forward ? { ...sentence, beginsUnit: true } : sentence;
    }
    return null;
  }
}
