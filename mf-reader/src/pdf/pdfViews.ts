import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Appearance } from '../engine/appearance.ts';
import type { DocumentTools } from '../engine/documentTools.ts';
import type { Edge } from '../engine/keys.ts';
import type {
  EntryTarget,
  Finder,
  FindOptions,
  Mark,
  Narrator,
  Place,
  Renderer,
  RendererEvents,
  Thumbnails,
} from '../engine/renderer.ts';
import type { ShowOptions } from '../engine/showBook.ts';
import { isAddress } from './annotationLayer/linkService.ts';
import { locatorOfEdge } from './pages/pdfPlace.ts';
import { PdfRenderer } from './pdfRenderer.ts';
import type { TextPages } from './textView/textPages.ts';
import type { TextView } from './textView/textView.ts';

/** A PDF as printed pages or as text. Both views share place, highlights and search. */
export class PdfViews implements Renderer {
  readonly totalPages: number;
  readonly thumbnails: Thumbnails;
  readonly documentTools: DocumentTools;
  readonly finder: Finder;
  readonly #host: HTMLElement;
  readonly #options: ShowOptions;
  readonly #pages: PdfRenderer;
  readonly #file: PDFDocumentProxy;
  /** Loaded on demand. */
  #textPages: Promise<TextPages> | null = null;
  #text: TextView | null = null;
  #appearance: Appearance;
  #marks: readonly Mark[] = [];
  #place: Place | null = null;
  #search: { query: string; options: FindOptions } | null = null;
  #destroyed = false;

  constructor(host: HTMLElement, file: PDFDocumentProxy, close: () => void, options: ShowOptions) {
    this.#host = host;
    this.#options = options;
    this.#appearance = options.appearance;
    const events = this.#eventsFrom(() => this.#text === null);
    this.#pages = new PdfRenderer(host, file, close, { ...options, events });
    this.#file = file;
    this.totalPages = this.#pages.totalPages;
    this.thumbnails = this.#pages.thumbnails;
    const asText = { whyNot: async () => (await this.#loadText()).whyNot() };
    this.documentTools = { ...this.#pages.documentTools, asText };
    this.finder = this.#sharedFinder();
  }

  /** Resolves with this once the first page, or its text, is shown. Rejects with a ReaderError. */
  async open(start: Locator | null): Promise<this> {
    await this.#pages.open(start);
    await this.#showChosenView(start);
    return this;
  }

  async go(locator: Locator, options?: { flash?: boolean }): Promise<void> {
    await (this.#text ?? this.#pages).go(locator, options);
  }

  async goToEntry({ target, href, fraction }: EntryTarget): Promise<void> {
    const { events } = this.#options;
    if (href === '#NextPage') await this.next();
    else if (href === '#PrevPage') await this.previous();
    else if (href !== null) isAddress(href) ? events.linkPressed(href) : events.linkBroken();
    else await this.go({ page: target, ...(fraction ? { fraction } : {}) });
  }

  async goToEdge(edge: Edge): Promise<void> {
    await this.go(locatorOfEdge(edge, this.totalPages));
  }

  async next(): Promise<boolean> {
    return (this.#text ?? this.#pages).step(1);
  }

  async previous(): Promise<boolean> {
    return (this.#text ?? this.#pages).step(-1);
  }

  async narrate(): Promise<Narrator> {
    return (this.#text ?? this.#pages).narrate();
  }

  flush(): void {
    (this.#text ?? this.#pages).flush();
  }

  setMarks(marks: readonly Mark[]): void {
    this.#marks = marks;
    this.#pages.setMarks(marks);
    this.#text?.setMarks(marks);
  }

  setAppearance(appearance: Appearance): void {
    if (appearance === this.#appearance) return;
    this.#appearance = appearance;
    this.#pages.setAppearance(appearance);
    this.#text?.setAppearance(appearance);
    runInBackground(this.#showChosenView());
  }

  clearSelection(): void {
    document.getSelection()?.removeAllRanges();
  }

  focus(): void {
    (this.#text ?? this.#pages).focus();
  }

  destroy(): void {
    this.#destroyed = true;
    this.#text?.destroy();
    this.#pages.destroy();
  }

  /** Switches to the chosen view, pages or text, at the same place. */
  async #showChosenView(start: Locator | null = null): Promise<void> {
    const wantsText = this.#appearance.pdf.view === 'text';
    if (this.#destroyed || wantsText === (this.#text !== null)) return;
    const place = start ?? this.#place?.locator ?? { page: 1 };
    this.clearSelection();
    if (!wantsText) {
      const hadFocus = this.#host.contains(document.activeElement);
      this.#text?.destroy();
      this.#text = null;
      this.#pages.setHidden(false);
      await this.#pages.go(place);
      if (hadFocus) this.#pages.focus();
      this.#findAgain();
      return;
    }
    const [{ TextView: View }, pages] = await Promise.all([
      import('./textView/textView.ts'),
      this.#loadText(),
    ]);
    if (this.#destroyed || this.#text || this.#appearance.pdf.view !== 'text') return;
    const hadFocus = this.#host.contains(document.activeElement);
    const view: TextView = new View(
      this.#host,
      pages,
      { ...this.#options, appearance: this.#appearance, events: this.#eventsFrom(() => this.#text === view) },
      () => this.documentTools.pageLabels(),
      (page) => this.#showPrinted(page),
    );
    this.#text = view;
    this.#pages.setHidden(true);
    view.setMarks(this.#marks);
    if (hadFocus) view.focus();
    await view.go(place);
    this.#findAgain();
  }

  #loadText(): Promise<TextPages> {
    this.#textPages ??= import('./textView/textPages.ts').then(
      ({ TextPages: Pages }) => new Pages(this.#file),
    );
    return this.#textPages;
  }

  #showPrinted(page: number): void {
    if (this.#place) this.#place = { ...this.#place, locator: { page } };
    this.#options.events.viewChosen('pages');
  }

  /** Events of one view, forwarded while that view is shown. */
  #eventsFrom(isShown: () => boolean): RendererEvents {
    const { events } = this.#options;
    return {
      ...events,
      moved: (place, cause) => {
        if (!isShown()) return;
        this.#place = place;
        events.moved(place, cause);
      },
      selected: (selected) => isShown() && events.selected(selected),
      found: (state) => isShown() && events.found(state),
      waiting: (on) => (isShown() || !on) && events.waiting(on),
    };
  }

  #sharedFinder(): Finder {
    const current = () => this.#text?.finder ?? this.#pages.finder;
    return {
      find: (query, options) => {
        this.#search = { query, options };
        current().find(query, options);
      },
      again: (backwards) => current().again(backwards),
      stop: () => {
        this.#search = null;
        current().stop();
      },
    };
  }

  #findAgain(): void {
    if (this.#search) this.finder.find(this.#search.query, this.#search.options);
  }
}
