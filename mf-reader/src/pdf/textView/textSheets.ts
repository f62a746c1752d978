import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { ShowOptions } from '../../engine/showBook.ts';
import type { Rect } from '../highlights/rects.ts';
import { rectOfRun, type ShownPage } from './textMarks.ts';
import type { TextPages } from './textPages.ts';
import { buildSection, type TextSection } from './textSection.ts';

/** Pages within this distance of the window, in window heights, are filled. Those twice as far away are emptied. */
const fillDistance = 1.5;
/** Maximum width in pixels of a rendered picture. */
const widestPicture = 2_400;

interface Sheet {
  page: number;
  element: HTMLElement;
  /** Null while it is empty. */
  filled: Promise<void> | null;
  shown: ShownPage | null;
  /** Height of the page as it is seen, at scale 1. */
  pageHeight: number;
}

/** The sections of all pages, of which those near the window have their text. */
export class TextSheets {
  readonly #container: HTMLElement;
  readonly #pages: TextPages;
  readonly #labels: ShowOptions['labels'];
  readonly #onChange: () => void;
  readonly #sheets: Sheet[] = [];
  readonly #observer: IntersectionObserver;
  #isOver = false;

  /** @param onChange called when other pages have their text */
  constructor(
    container: HTMLElement,
    pages: TextPages,
    labels: ShowOptions['labels'],
    onPage: (page: number) => void,
    onChange: () => void,
  ) {
    this.#container = container;
    this.#pages = pages;
    this.#labels = labels;
    this.#onChange = onChange;
    this.#observer = new IntersectionObserver((entries) => this.#seen(entries), {
      root: container,
      rootMargin: `${fillDistance * 100}% 0px`,
    });
    for (let page = 1; page <= pages.total; page++) {
      const element = document.createElement('section');
      element.dataset.page = String(page);
      element.setAttribute('aria-label', labels.page(page));
      const mark = document.createElement('button');
      mark.type = 'button';
      mark.setAttribute('aria-label', labels.page(page));
      // Shown by the style sheet, so that it is not selected or read aloud with the text.
      const name = document.createElement('span');
      name.dataset.label = labels.page(page);
      mark.append(name);
      mark.title = labels.asPrinted;
      mark.addEventListener('click', () => onPage(page));
      element.append(mark);
      container.append(element);
      this.#sheets.push({ page, element, filled: null, shown: null, pageHeight: 1 });
      this.#observer.observe(element);
    }
  }

  /** Pages that have their text, in order. */
  shown(): ShownPage[] {
    return this.#sheets.flatMap(({ shown }) => shown ?? []);
  }

  /** Resolves with a page once it has its text. */
  async fill(page: number): Promise<ShownPage | null> {
    const sheet = this.#sheets[page - 1];
    if (!sheet) return null;
    sheet.filled ??= this.#read(sheet).catch((error: unknown) => {
      sheet.filled = null;
      throw error;
    });
    await sheet.filled;
    return sheet.shown;
  }

  /** The page and the first line at the top of the window, with its position on the printed page. */
  place(): { page: number; fraction: number; rects?: Rect[] } {
    const { top } = this.#container.getBoundingClientRect();
    const sheet =
      this.#sheets.find(({ element }) => element.getBoundingClientRect().bottom > top + 1) ?? this.#sheets[0];
    if (!sheet) return { page: 1, fraction: 0 };
    const { element, shown, pageHeight } = sheet;
    if (!shown || element.getBoundingClientRect().top >= top - 1) return { page: sheet.page, fraction: 0 };
    const range = document.createRange();
    for (const { node, piece } of shown.section.pieces) {
      if (!piece.run) continue;
      range.selectNodeContents(node);
      if (range.getBoundingClientRect().bottom <= top + 1) continue;
      const fraction = Math.min(1, Math.max(0, piece.run.top / pageHeight));
      const rects = [rectOfRun(shown, piece.run)];
      return { page: sheet.page, fraction: Math.round(fraction * 1_000) / 1_000, rects };
    }
    return { page: sheet.page, fraction: 1 };
  }

  /** Scrolls to a page, or to the text at a fraction of the height of the printed page. */
  scrollTo(page: number, fraction: number): void {
    const sheet = this.#sheets[page - 1];
    if (!sheet) return;
    const pieces = fraction > 0 ? (sheet.shown?.section.pieces ?? []) : [];
    const first = pieces.find(({ piece }) => piece.run && piece.run.bottom > fraction * sheet.pageHeight);
    // Above the first page is room for the bar.
    if (page === 1 && !first) {
      this.#container.scrollTo({ top: 0, behavior: 'instant' });
      return;
    }
    const range = document.createRange();
    if (first) range.selectNodeContents(first.node);
    else range.selectNode(sheet.element);
    const [line] = range.getClientRects();
    const target = line && first ? line.top : sheet.element.getBoundingClientRect().top;
    this.#container.scrollBy({
      top: target - this.#container.getBoundingClientRect().top - (first ? 12 : 0),
      behavior: 'instant',
    });
  }

  end(): void {
    this.#isOver = true;
    this.#observer.disconnect();
    for (const sheet of this.#sheets) this.#empty(sheet);
  }

  async #read(sheet: Sheet): Promise<void> {
    const text = await this.#pages.read(sheet.page);
    if (this.#isOver) return;
    const section = buildSection(text, { picture: this.#labels.picture, notes: this.#labels.notes });
    sheet.element.querySelector(':scope > div')?.remove();
    section.body.className = 'lectern-text-body';
    if (section.body.childElementCount === 0) section.body.append(emptyNote(this.#labels.noText));
    sheet.element.append(section.body);
    sheet.element.style.minBlockSize = '0';
    sheet.pageHeight = text.words.height;
    sheet.shown = { page: sheet.page, section, toScreen: text.words.toScreen };
    this.#onChange();
    runInBackground(this.#drawPictures(sheet, section));
  }

  async #drawPictures({ page, shown }: Sheet, { pictures }: TextSection): Promise<void> {
    for (const { box, canvas } of pictures) {
      if (!canvas.isConnected || !shown) return;
      const width = box.right - box.left;
      const wanted = canvas.clientWidth * Math.min(3, window.devicePixelRatio || 1);
      const scale = Math.min(widestPicture, Math.max(wanted, width)) / width;
      await this.#pages.draw(page, box, canvas, scale).catch(() => canvas.parentElement?.remove());
    }
  }

  #empty(sheet: Sheet): void {
    if (!sheet.shown) return;
    // Frees the pixels now instead of at garbage collection.
    for (const { canvas } of sheet.shown.section.pictures) canvas.width = 0;
    sheet.shown.section.body.remove();
    sheet.shown = null;
    sheet.filled = null;
  }

  #seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting, boundingClientRect, rootBounds } of entries) {
      const sheet = this.#sheets[Number((target as HTMLElement).dataset.page) - 1];
      if (!sheet) continue;
      if (isIntersecting) runInBackground(this.fill(sheet.page).catch(() => {}));
      else if (sheet.shown && rootBounds && rootBounds.height > 0) {
        sheet.element.style.minBlockSize = `${boundingClientRect.height}px`;
        this.#empty(sheet);
      }
    }
  }
}

function emptyNote(text: string): HTMLElement {
  const note = document.createElement('p');
  note.className = 'lectern-text-none';
  note.textContent = text;
  return note;
}
