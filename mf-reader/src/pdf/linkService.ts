import type { RendererEvents } from '../engine/renderer.ts';
import { viewer } from './viewer.ts';

/** Link handling of a PDF: external links are confirmed, internal ones recorded as jumps. */
export class LinkService extends viewer.PDFLinkService {
  readonly #events: Pick<RendererEvents, 'linkPressed'>;
  readonly #leaving: () => void;

  /** @param leaving called before a link within the file is followed. */
  constructor(
    eventBus: InstanceType<typeof viewer.EventBus>,
    events: Pick<RendererEvents, 'linkPressed'>,
    leaving: () => void,
  ) {
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
      if (/^(?:https?|mailto|tel):/i.test(url)) this.#events.linkPressed(url);
    };
    link.addEventListener('click', ask);
    link.addEventListener('auxclick', (event) => event.preventDefault());
  }

  override async goToDestination(destination: string | unknown[]): Promise<void> {
    this.#leaving();
    await super.goToDestination(destination as never);
  }
}
