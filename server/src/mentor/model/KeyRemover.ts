/** Removes the key of an endpoint, which it may repeat, from a text that arrives in pieces. */
export class KeyRemover {
  readonly #key: string;
  /** The start of a key, held back until the next piece. */
  #waiting = '';

  constructor(key: string | null) {
    this.#key = key ?? '';
  }

  /** @returns text that can be shown now */
  add(piece: string): string {
    if (this.#key === '') return piece;
    const text = (this.#waiting + piece).replaceAll(this.#key, '[key]');
    let held = Math.min(text.length, this.#key.length - 1);
    while (!this.#key.startsWith(text.slice(text.length - held))) held -= 1;
    this.#waiting = text.slice(text.length - held);
    return text.slice(0, text.length - held);
  }

  /** @returns the rest */
  end(): string {
    const rest = this.#waiting;
    this.#waiting = '';
    return rest;
  }
}
