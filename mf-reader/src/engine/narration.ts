import type { TextRange } from '@lectern/shared-contracts/domain/search/foldText.ts';
import type { Narrator, Sentence, SoundClip } from './renderer.ts';
import { sentencesOf, spoken } from './sentences.ts';
import type { TextMap } from './textMap.ts';

/** A unit of text for reading aloud: a chapter, or a PDF page. */
export interface Reading {
  map: TextMap;
  language: string | null;
  /** Offset of the first character on the screen. */
  firstShown(): number;
  /** Highlights a sentence and scrolls to it; null removes the highlight. */
  show(span: TextRange | null): void;
  /** What the book itself says is read, and the sound to it; without it, all sentences of the text. */
  recorded?: readonly Recorded[];
}

/** A part of the text that the book has sound to, or asks to be spoken. */
export interface Recorded {
  span: TextRange;
  clip?: SoundClip;
}

export interface Readings {
  /** What is on the screen now; null when it has no words. */
  current(): Promise<Reading | null>;
  /** Moves to the next or previous unit. False at the end. */
  turn(forward: boolean): Promise<boolean>;
}

/** Maximum number of consecutive pages without text to skip. */
const mostEmptyPages = 30;

/** Iterates over a book sentence by sentence. */
export class SentenceNarrator implements Narrator {
  readonly #readings: Readings;
  #reading: Reading | null = null;
  #sentences: TextRange[] = [];
  #at = -1;

  constructor(readings: Readings) {
    this.#readings = readings;
  }

  async begin(): Promise<Sentence | null> {
    if (!(await this.#read())) return this.#onward(true);
    const from = this.#reading?.firstShown() ?? 0;
    const first = this.#sentences.findIndex(({ end }) => end > from);
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
    return this.#say(this.#at - 1);
  }

  end(): void {
    this.#reading?.show(null);
    this.#reading = null;
  }

  async #read(): Promise<boolean> {
    this.#reading?.show(null);
    this.#reading = await this.#readings.current();
    const reading = this.#reading;
    const found =
      reading && (reading.recorded?.map(({ span }) => span) ?? sentencesOf(reading.map, reading.language));
    this.#sentences = found ?? [];
    return this.#sentences.length > 0;
  }

  async #say(index: number): Promise<Sentence | null> {
    const span = this.#sentences[index];
    if (!span || !this.#reading) return this.#onward(index >= 0);
    this.#at = index;
    this.#reading.show(span);
    const clip = this.#reading.recorded?.[index]?.clip;
    const { map, language } = this.#reading;
    return { text: spoken(map, span), language, ...(clip ? { clip } : {}) };
  }

  /** Moves to the next or previous unit with text. */
  async #onward(forward: boolean): Promise<Sentence | null> {
    for (let passed = 0; passed < mostEmptyPages; passed++) {
      if (!(await this.#readings.turn(forward))) return null;
      if (await this.#read()) return this.#say(forward ? 0 : this.#sentences.length - 1);
    }
    return null;
  }
}
