/**
 * Output of a page. Most of a clean page equals its source, so unchanged parts are copied in the longest possible
 * spans.
 */
export class MarkupOutput {
  readonly #source: string;
  #written = '';
  /** Pending span of the source; it grows while the following output is adjacent. */
  #from = 0;
  #to = 0;

  /** @param source from which spans are copied */
  constructor(source: string) {
    this.#source = source;
  }

  get isEmpty(): boolean {
    return this.#written === '' && this.#from === this.#to;
  }

  /** Copies `[from, to)` of the source. */
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

  /** Writes markup, or copies `[from, to)` of the source when both are equal. */
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
