import { applyFullWidth } from './content/epubStyles.ts';
import { applyColorScheme, markDarkPaper, markTransparentPictures } from './layout/colorScheme.ts';
import { applyUserStyles } from './layout/userStyles.ts';

/** Milliseconds to wait for linked style sheets. */
const stylesTimeoutMs = 1_500;

/**
 * The sandboxed iframe of a chapter: no scripts, forms, pop-ups or navigation. Its
 * CSP allows images, styles and fonts from the book's own origin only.
 */
export class Frame {
  readonly element: HTMLIFrameElement;
  /** Scale of the document. */
  scale = 1;

  /** @param sources URLs from whose origins the chapter may load */
  constructor(host: HTMLElement, sources: readonly string[]) {
    const before = chapterSandbox();
    this.element = emptyFrame(host, sources);
    // Tested with the first frame: the sandbox of an existing one cannot be changed.
    if (framesDispatchEvents(documentOf(this.element)) || chapterSandbox() === before) return;
    this.element.remove();
    this.element = emptyFrame(host, sources);
  }

  get document(): Document | null {
    return this.element.contentDocument;
  }

  get window(): Window | null {
    return this.element.contentWindow;
  }

  /**
   * Renders a copy of a chapter. Resolves when it is styled; images may still be loading.
   * @param address of the chapter, which its links are relative to
   * @param isFixed a page of fixed layout, which keeps the sizes of its texts
   */
  async fill(chapter: Document, address: string, style: string, { isFixed = false } = {}): Promise<Document> {
    const page = documentOf(this.element);
    const root = page.importNode(chapter.documentElement, true) as HTMLElement;
    const head = root.querySelector('head') as HTMLHeadElement;
    const base = page.createElement('base');
    base.href = address;
    head.prepend(base);
    head.append(styleElement(page, style));
    const sheets = [...root.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"]')].map(settled);
    page.replaceChild(root, page.documentElement);
    await Promise.race([Promise.all(sheets), pause(stylesTimeoutMs)]);
    if (!isFixed) applyUserStyles(page);
    adaptColors(page);
    applyFullWidth(page);
    // Films that the scripts of the book would start.
    for (const film of page.querySelectorAll('video')) film.controls = true;
    return page;
  }

  setStyle(style: string): void {
    const page = this.document;
    const element = page?.getElementById('lectern-page');
    if (!page || !element) return;
    element.textContent = style;
    adaptColors(page);
  }

  place({ left, top, width, height }: { left: number; top: number; width: number; height: number }): void {
    Object.assign(this.element.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
  }

  /** Scales the document. */
  magnify(scale: number): void {
    this.scale = scale;
    this.element.style.transformOrigin = '0 0';
    this.element.style.transform = scale === 1 ? '' : `scale(${scale})`;
  }

  reveal(): void {
    this.element.style.visibility = 'visible';
  }

  remove(): void {
    this.element.remove();
  }
}

/**
 * A frame with an empty document and the CSP of chapters. It is written instead of loaded from `srcdoc`, because
 * loading would delay the first text by a navigation.
 */
function emptyFrame(host: HTMLElement, sources: readonly string[]): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', chapterSandbox());
  // For videos.
  frame.setAttribute('allow', 'fullscreen');
  frame.setAttribute('referrerpolicy', 'no-referrer');
  frame.style.cssText =
    'border: 0; display: block; position: absolute; visibility: hidden; background: transparent;';
  host.append(frame);
  const page = documentOf(frame);
  page.open();
  page.write(
    `<!doctype html><html><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="Content-Security-Policy" content="${policy(sources)}"></head><body></body></html>`,
  );
  page.close();
  return frame;
}

function adaptColors(page: Document): void {
  applyColorScheme(page);
  markDarkPaper(page);
  markTransparentPictures(page);
}

const documentOf = (frame: HTMLIFrameElement): Document => frame.contentDocument as Document;

function policy(sources: readonly string[]): string {
  const origins = sources.map((source) => new URL(source, document.baseURI).origin);
  const own = ["'self'", ...new Set(origins)].join(' ');
  return [
    "default-src 'none'",
    "script-src 'none'",
    `img-src ${own} data: blob:`,
    `media-src ${own} data: blob:`,
    `font-src ${own} data: blob:`,
    `style-src ${own} 'unsafe-inline'`,
    `base-uri ${own}`,
    "form-action 'none'",
  ].join('; ');
}

function styleElement(page: Document, style: string): HTMLStyleElement {
  const element = page.createElement('style');
  element.id = 'lectern-page';
  element.textContent = style;
  return element;
}

function settled(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener('error', () => resolve(), { once: true });
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

let cached: boolean | null = null;

/**
 * Sandbox tokens of a chapter's frame. Where allow-scripts is needed for
 * events, the frame's CSP still blocks scripts.
 */
const chapterSandbox = (): string =>
  cached === false ? 'allow-same-origin allow-scripts' : 'allow-same-origin';

/**
 * Whether event listeners work in a frame without allow-scripts. WebKit calls none, not even those of the parent page
 * (bug 218086), so page turns and selections would not work.
 * @param page of the first frame; the result is cached
 */
function framesDispatchEvents(page: Document): boolean {
  cached ??= dispatchesEvents(page);
  return cached;
}

function dispatchesEvents(page: Document): boolean {
  let isCalled = false;
  const listen = () => {
    isCalled = true;
  };
  page.addEventListener('lectern-probe', listen);
  page.dispatchEvent(new Event('lectern-probe'));
  page.removeEventListener('lectern-probe', listen);
  return isCalled;
}
