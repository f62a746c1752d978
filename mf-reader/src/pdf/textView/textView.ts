import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { Appearance } from '../../engine/appearance.ts';
import { bindGestures } from '../../engine/gestures/gestures.ts';
import { ScrollReports } from '../../engine/gestures/scrollReports.ts';
import { HighlightPaint, highlightStyle } from '../../engine/highlightPaint.ts';
import type { Finder, Mark, MoveCause, Narrator, Place } from '../../engine/renderer.ts';
import { watchSelection } from '../../engine/selection.ts';
import type { ShowOptions } from '../../engine/showBook.ts';
import { TextMap } from '../../engine/textMap.ts';
import { copyAsText } from '../highlights/pdfSelection.ts';
import { narratorOf, readingOfPage } from '../pages/narratorOf.ts';
import { placeAt } from '../pages/pdfPlace.ts';
import { matchesOf } from '../search/findMatches.ts';
import { createTextFinder } from './textFinder.ts';
import { rangesOf, selectedIn } from './textMarks.ts';
import type { TextPages } from './textPages.ts';
import { TextSheets } from './textSheets.ts';
import './pdfText.css';
import { palettes } from '@lectern/shared-ui/palette.ts';
import { families, fontFaces } from '../../engine/fonts/families.ts';
import { filesOf } from '../../engine/fonts/fontFiles.ts';

/** Overlap in CSS pixels between two screens. */
const overlap = 56;

/** The pages of a PDF as text, below one another, in the reader's own font and colors. */
export class TextView {
  readonly finder: Finder;
  readonly #container = document.createElement('div');
  readonly #sheets: TextSheets;
  readonly #pages: TextPages;
  readonly #options: ShowOptions;
  readonly #labels: () => readonly string[] | null;
  readonly #style = document.createElement('style');
  readonly #paint = new HighlightPaint(document, ({ locator }) =>
    this.#sheets.shown().flatMap((shown) => rangesOf(shown, locator)),
  );
  #marks: readonly Mark[] = [];
  readonly #controller = new AbortController();
  readonly #scroll = new ScrollReports((cause) => this.#isOpen && this.#moved(cause), {
    whileScrolling: true,
  });
  /** The first place is shown: scrolling before is undone. */
  #isOpen = false;
  /** Number of the latest jump. Earlier jumps are cancelled. */
  #navigation = 0;

  /**
   * @param pageLabels names of the pages as they are printed
   * @param onPage called when the reader wants to see a page as it is printed
   */
  constructor(
    host: HTMLElement,
    pages: TextPages,
    options: ShowOptions,
    pageLabels: () => readonly string[] | null,
    onPage: (page: number) => void,
  ) {
    this.#pages = pages;
    this.#options = options;
    this.#labels = pageLabels;
    this.#container.className = 'lectern-text';
    this.#container.tabIndex = 0;
    this.#sheets = new TextSheets(this.#container, pages, options.labels, onPage, () =>
      this.#paint.draw(this.#marks),
    );
    this.#container.append(this.#style);
    host.append(this.#container);
    this.setAppearance(options.appearance);
    this.finder = createTextFinder(pages, options.events, (page, index, query, chosen) =>
      this.#showMatch(page, index, query, chosen),
    );
    this.#listen();
  }

  /** Shows a place. Resolves once its words can be read. */
  async go(locator: Locator, { flash = false, cause = 'jump' as MoveCause } = {}): Promise<void> {
    const navigation = ++this.#navigation;
    const page = Math.min(this.#pages.total, Math.max(1, locator.page ?? 1));
    const shown = await this.#sheets.fill(page);
    if (navigation !== this.#navigation || this.#controller.signal.aborted) return;
    const ranges = shown && (locator.rects || locator.quote) ? rangesOf(shown, locator) : [];
    this.#scroll.ignore();
    // A requested passage is shown below the top, the reading place at its former position.
    const below = flash || locator.quote ? this.#container.clientHeight / 4 : 12;
    if (ranges[0]) this.#scrollTo(ranges[0].getBoundingClientRect(), below);
    else this.#sheets.scrollTo(page, locator.fraction ?? 0);
    if (flash) this.#paint.flash(ranges);
    this.#isOpen = true;
    this.#moved(cause);
  }

  /** One screen forward or back. @returns false at the end */
  step(by: 1 | -1): boolean {
    const { scrollTop, clientHeight, scrollHeight } = this.#container;
    const remaining = by > 0 ? scrollHeight - clientHeight - scrollTop : scrollTop;
    if (remaining <= 4) {
      if (by > 0) this.#options.events.passedEnd();
      return false;
    }
    this.#scroll.readerActs();
    this.#container.scrollBy({ top: by * (clientHeight - overlap), behavior: 'instant' });
    return true;
  }

  flush(): void {
    this.#scroll.flush();
  }

  setMarks(marks: readonly Mark[]): void {
    this.#marks = marks;
    this.#paint.draw(marks);
  }

  setAppearance(appearance: Appearance): void {
    const place = this.#sheets.place();
    dressText(this.#container, this.#style, appearance);
    if (place.page > 1 || place.fraction > 0) runInBackground(this.go(place, { cause: 'layout' }));
  }

  narrate(): Promise<Narrator> {
    return narratorOf({
      page: this.#sheets.place().page,
      totalPages: this.#pages.total,
      reading: async (page) => {
        const shown = await this.#sheets.fill(page);
        return readingOfPage(shown?.section.body, this.#container, { lines: false });
      },
    });
  }

  focus(): void {
    this.#container.focus({ preventScroll: true });
  }

  destroy(): void {
    this.#scroll.cancel();
    this.#controller.abort();
    this.finder.stop();
    this.#paint.destroy();
    this.#sheets.end();
    this.#container.remove();
  }

  async #showMatch(...[page, index, query, options]: Parameters<Parameters<typeof createTextFinder>[2]>) {
    const shown = await this.#sheets.fill(page);
    if (!shown) return;
    const map = new TextMap(shown.section.body);
    const found = matchesOf(query, map.text, options) ?? [];
    const match = found[Math.min(index, found.length - 1)];
    const range = match && map.rangeOf({ start: match.index, end: match.index + match.length });
    this.#scroll.ignore();
    if (range) {
      this.#scrollTo(range.getBoundingClientRect(), this.#container.clientHeight / 4);
      this.#paint.flash([range]);
    } else this.#sheets.scrollTo(page, 0);
    this.#moved('jump');
  }

  #scrollTo({ top }: DOMRect, below: number): void {
    const { top: start } = this.#container.getBoundingClientRect();
    this.#container.scrollBy({ top: top - start - below, behavior: 'instant' });
  }

  #listen(): void {
    const { signal } = this.#controller;
    const { events } = this.#options;
    const container = this.#container;
    container.addEventListener('scroll', () => this.#scroll.scrolled(), { signal, passive: true });
    container.addEventListener('copy', copyAsText, { signal });
    const resized = new ResizeObserver(() => this.#scroll.ignore());
    resized.observe(container);
    signal.addEventListener('abort', () => resized.disconnect());
    const onSelect = (range: Range | null) =>
      events.selected(range && selectedIn(this.#sheets.shown(), range, container));
    const stop = watchSelection(document, onSelect, '.lectern-text > section > div');
    signal.addEventListener('abort', stop);
    const stopGestures = bindGestures(
      container,
      {
        operate: ({ target }) => target instanceof Element && target.closest('a, button') !== null,
        press: (x, y) => {
          const mark = this.#paint.at(x, y);
          if (mark) events.markPressed(mark.id, mark.box);
          return mark !== null;
        },
        tap: () => events.tapped(),
        point: (selects) => events.pointed(selects),
        swipe: () => {},
        wheel: () => {},
        act: () => this.#scroll.readerActs(),
      },
      {
        hasEdges: () => false,
        across: () => 0.5,
        canSwipe: () => false,
        wheel: () => ({ does: 'scrolls' }),
        exhausted: () => false,
      },
    );
    signal.addEventListener('abort', stopGestures);
  }

  #moved(cause: MoveCause): void {
    if (this.#controller.signal.aborted) return;
    if (cause === 'jump') this.#scroll.cancel();
    runInBackground(Promise.resolve(this.#options.events.moved(this.#place(), cause)));
  }

  #place(): Place {
    const { scrollTop, clientHeight, scrollHeight } = this.#container;
    const { page, fraction, rects } = this.#sheets.place();
    const { total } = this.#pages;
    const atEnd = scrollTop + clientHeight >= scrollHeight - 4 && this.#sheets.shown().at(-1)?.page === total;
    // With two columns, the fraction of the page does not tell the column.
    const locator = { page, ...(fraction > 0 ? { fraction } : {}), ...(rects ? { rects } : {}) };
    return placeAt(locator, total, { atEnd, atTop: scrollTop <= 2, labels: this.#labels() });
  }
}

/** Width of the text in times the size of letters, for each choice of margins. */
const widths = [46, 38, 32, 26] as const;

/**
 * Applies the reader's font, size and colors to pages shown as text.
 * @param sheet gets what elements cannot have as their own style
 */
function dressText(
  { style, dataset }: HTMLElement,
  sheet: HTMLStyleElement,
  { theme, text }: Appearance,
): void {
  const palette = palettes[theme];
  sheet.textContent = `${fontFaces(text.font, filesOf(text.font))}\n${highlightStyle(palette)}`;
  dataset.look = theme;
  style.colorScheme = theme === 'dark' ? 'dark' : 'light';
  style.fontFamily = families[text.font === 'publisher' ? 'serif' : text.font];
  style.fontSize = `${text.fontSize}px`;
  style.lineHeight = String(text.lineHeight);
  style.color = palette.text;
  const values = {
    width: `${widths[text.margins] ?? widths[1]}em`,
    align: text.justify ? 'justify' : 'start',
    hyphens: text.hyphenate ? 'auto' : 'manual',
    muted: palette.textMuted,
    line: palette.line,
    accent: palette.accent,
  };
  for (const [name, value] of Object.entries(values)) style.setProperty(`--text-${name}`, value);
}
