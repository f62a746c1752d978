import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { RendererEvents } from '../../engine/renderer.ts';
import { viewer } from '../pdfjs/viewer.ts';

type LinkEvents = Pick<RendererEvents, 'linkPressed' | 'linkFollowed' | 'linkBroken'>;

/** Whether a link may leave the book. */
export const isAddress = (url: string): boolean => /^(?:https?|mailto|tel):/i.test(url);

/** Link handling of a PDF: external links are confirmed, internal ones recorded as jumps. */
export class LinkService extends viewer.PDFLinkService {
  readonly #events: LinkEvents;
  readonly #leaving: () => void;

  /** @param leaving called before an internal link is followed */
  constructor(eventBus: InstanceType<typeof viewer.EventBus>, events: LinkEvents, leaving: () => void) {
    super({ eventBus, ignoreDestinationZoom: true });
    this.#events = events;
    this.#leaving = leaving;
  }

  override addLinkAttributes(link: HTMLAnchorElement, url: string): void {
    link.href = url;
    link.title = url;
    link.rel = 'noopener noreferrer nofollow';
    const ask = (event: Event) => {
      event.preventDefault();
      if (isAddress(url)) this.#events.linkPressed(url);
    };
    link.addEventListener('click', ask);
    link.addEventListener('auxclick', (event) => event.preventDefault());
  }

  override async goToDestination(destination: string | unknown[]): Promise<void> {
    const explicit = await this.#explicit(destination);
    if (!explicit) return this.#events.linkBroken();
    this.#leaving();
    this.#events.linkFollowed();
    await super.goToDestination(explicit as never);
  }

  /** A destination that exists in the file; null otherwise. */
  async #explicit(destination: string | unknown[]): Promise<unknown[] | null> {
    const file = this.pdfDocument as PDFDocumentProxy | null;
    try {
      const explicit =
        typeof destination === 'string' ? await file?.getDestination(destination) : destination;
      const page: unknown = explicit?.[0];
      const index = Number.isInteger(page) ? Number(page) : await file?.getPageIndex(page as never);
      return explicit && index !== undefined && index >= 0 && index < this.pagesCount ? explicit : null;
    } catch {
      return null;
    }
  }
}
