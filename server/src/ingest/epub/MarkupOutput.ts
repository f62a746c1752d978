/**
 * What is written of a page. Most of a clean page is written as it stands in its source: such parts are not taken over
 * piece by piece, but as the longest spans there are.
 */
export class MarkupOutput {
  readonly #source: string;
  #written = '';
  /** The span of the source that comes next; it grows while what follows stands there too. */
  #from = 0;
  #to = 0;

  /** @param source of which spans may be copied */
  constructor(source: string) {
    this.#source = source;
  }

  get isEmpty(): boolean {
    return this.#written === '' && this.#from === this.#to;
  }

  /** Takes over `[from, to)` of the source. */
  copy(from: number, to: number): void {
    if (from !== this.#to) {
      this.#flush();
      this.#from = from;
    }
    this.#to = to;
  }

  write(markup: string): void {
    this.#flush();
    this.#written += markup;
  }

  /** Writes what may stand in `[from, to)` of the source letter by letter. */
  writeAs(markup: string, from: number, to: number): void {
    if (markup.length === to - from && this.#source.startsWith(markup, from)) this.copy(from, to);
    else this.write(markup);
  }

  finish(): string {
    this.#flush();
    return this.#written;
  }

  #flush(): void {
    if (this.#from < this.#to) this.#written += this.#source.slice(this.#from, this.#to);
    this.#from = this.#to;
  }
}
