import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Narrator, Sentence, SoundClip, TextPlace } from '../engine/renderer.ts';

export interface ReadAloudState {
  /** 'off' while not reading aloud. */
  status: 'off' | 'reading' | 'paused';
  /** Language of the current sentence; null when unknown. */
  language: string | null;
  /** Whether the sentence is in a structure that can be skipped. */
  canLeave: boolean;
  /** The sleep timer: minutes, or the end of the chapter; null when off. */
  sleep: SleepTimer | null;
}

export type SleepTimer = { minutes: number } | 'chapter';

/** Speech output. */
export interface Speech {
  speak(text: string, options: SpeechOptions): void;
  cancel(): void;
}

export interface SpeechOptions {
  language: string | null;
  onEnd(): void;
  /** Audio of the book, instead of a voice. */
  clip?: SoundClip;
  /** Speech is not available. */
  onFailure(): void;
}

/** Reads a book aloud sentence by sentence, highlighting the current one. */
export class ReadAloud {
  readonly state: StoreApi<ReadAloudState> = createStore<ReadAloudState>(() => ({
    status: 'off',
    language: null,
    canLeave: false,
    sleep: null,
  }));
  readonly #speech: Speech;
  readonly #narrator: () => Promise<Narrator>;
  readonly #onFailure: () => void;
  #opened: Narrator | null = null;
  /** Id of the current run; older ones are canceled. */
  #turn = 0;
  #sentence: Sentence | null = null;
  #moving = false;
  #sleeping: ReturnType<typeof setTimeout> | undefined;

  /** @param onFailure called when the browser cannot speak */
  constructor(speech: Speech, narrator: () => Promise<Narrator>, onFailure: () => void) {
    this.#speech = speech;
    this.#narrator = narrator;
    this.#onFailure = onFailure;
  }

  /** Starts at the first visible sentence. */
  async start(): Promise<void> {
    this.state.setState({ status: 'reading' });
    this.#opened ??= await this.#narrator();
    await this.#go((narrator) => narrator.begin());
  }

  pause(): void {
    if (this.state.getState().status !== 'reading') return;
    this.#turn++;
    this.#speech.cancel();
    this.state.setState({ status: 'paused' });
  }

  /** Resumes from the start of the interrupted sentence. */
  resume(): void {
    if (this.state.getState().status !== 'paused') return;
    this.state.setState({ status: 'reading' });
    if (this.#sentence) this.#say(this.#sentence, ++this.#turn);
    else runInBackground(this.#go((narrator) => narrator.begin()));
  }

  next(): Promise<void> {
    return this.#go((narrator) => narrator.next());
  }

  previous(): Promise<void> {
    return this.#go((narrator) => narrator.previous());
  }

  /** Continues after the current structure, such as a table or list. */
  leave(): Promise<void> {
    return this.#go((narrator) => narrator.leave());
  }

  /**
   * Continues at a tapped sentence.
   * @returns false when not reading, or when it is the current sentence
   */
  async from(place: TextPlace): Promise<boolean> {
    const narrator = this.#opened;
    if (!narrator || this.state.getState().status === 'off') return false;
    const before = this.#sentence;
    const sentence = await narrator.at(place);
    if (!sentence || sentence.text === before?.text) return false;
    this.state.setState({ status: 'reading' });
    await this.#go(async () => sentence);
    return true;
  }

  /** Sets the sleep timer. */
  sleepAfter(sleep: SleepTimer | null): void {
    clearTimeout(this.#sleeping);
    this.state.setState({ sleep });
    if (sleep === null || sleep === 'chapter') return;
    this.#sleeping = setTimeout(() => {
      this.state.setState({ sleep: null });
      this.pause();
    }, sleep.minutes * 60_000);
  }

  /** Restarts the sentence after voice or rate changed. */
  again(): void {
    if (this.state.getState().status === 'reading' && this.#sentence) this.#say(this.#sentence, ++this.#turn);
  }

  /** The reader moved: continues from there. */
  moved(): void {
    if (this.#moving || this.state.getState().status === 'off') return;
    this.#sentence = null;
    if (this.state.getState().status === 'reading') runInBackground(this.#go((narrator) => narrator.begin()));
  }

  stop(): void {
    this.#turn++;
    this.#speech.cancel();
    this.#opened?.end();
    this.#opened = null;
    this.#sentence = null;
    clearTimeout(this.#sleeping);
    this.state.setState({ status: 'off', language: null, canLeave: false, sleep: null });
  }

  async #go(find: (narrator: Narrator) => Promise<Sentence | null>): Promise<void> {
    const turn = ++this.#turn;
    this.#speech.cancel();
    const narrator = this.#opened;
    if (!narrator) return;
    this.#moving = true;
    const sentence = await find(narrator).finally(() => {
      if (turn === this.#turn) this.#moving = false;
    });
    if (turn !== this.#turn) return;
    if (!sentence) {
      this.stop();
      return;
    }
    this.#sentence = sentence;
    this.state.setState({ language: sentence.language, canLeave: sentence.canLeave === true });
    if (sentence.beginsUnit && this.state.getState().sleep === 'chapter') {
      this.state.setState({ sleep: null });
      this.pause();
    }
    if (this.state.getState().status === 'reading') this.#say(sentence, turn);
  }

  #say(sentence: Sentence, turn: number): void {
    this.#speech.cancel();
    const current = () => turn === this.#turn;
    if (sentence.text === '' && !sentence.clip) {
      runInBackground(this.next());
      return;
    }
    this.#speech.speak(sentence.text, {
      language: sentence.language,
      ...(sentence.clip ? { clip: sentence.clip } : {}),
      onEnd: () => current() && runInBackground(this.next()),
      onFailure: () => {
        if (!current()) return;
        this.stop();
        this.#onFailure();
      },
    });
  }
}
