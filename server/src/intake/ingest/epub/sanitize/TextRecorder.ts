/** Records the text of a page while it is written: block boundaries, offsets of ids, and asides. */
export class TextRecorder {
  readonly #wantedIds: ReadonlySet<string>;
  #text = '';
  readonly #breaks: number[] = [];
  readonly #asides: (readonly [number, number])[] = [];
  readonly #ids = new Map<string, number>();
  #asideStart = -1;
  #asideDepth = 0;
  #headingStart = -1;
  #heading: string | null = null;

  constructor(wantedIds: ReadonlySet<string>) {
    this.#wantedIds = wantedIds;
  }

  /** Length of the text so far. */
  get length(): number {
    return this.#text.length;
  }

  add(text: string): void {
    this.#text += text;
  }

  break(): void {
    if (this.#breaks.at(-1) !== this.#text.length) this.#breaks.push(this.#text.length);
  }

  noteId(id: string): void {
    if (this.#wantedIds.has(id) && !this.#ids.has(id)) this.#ids.set(id, this.#text.length);
  }

  startAside(): void {
    if (this.#asideDepth++ === 0) this.#asideStart = this.#text.length;
  }

  endAside(): void {
    if (--this.#asideDepth === 0 && this.#text.length > this.#asideStart) {
      this.#asides.push([this.#asideStart, this.#text.length]);
    }
  }

  startHeading(): void {
    if (this.#heading === null) this.#headingStart = this.#text.length;
  }

  endHeading(): void {
    if (this.#heading !== null || this.#headingStart < 0) return;
    let text = '';
    let at = this.#headingStart;
    for (const [start, end] of this.#asides) {
      if (end <= at) continue;
      text += this.#text.slice(at, start);
      at = end;
    }
    const heading = (text + this.#text.slice(at)).replace(/\s+/g, ' ').trim();
    this.#headingStart = -1;
    if (heading !== '') this.#heading = heading.slice(0, 300);
  }

  finish() {
    return {
      text: this.#text,
      breaks: this.#breaks,
      asides: this.#asides,
      ids: this.#ids,
      heading: this.#heading,
    };
  }
}
