import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { Publication, ShowOptions } from '../engine/publication.ts';
import type { Renderer } from '../engine/renderer.ts';
import { Chapters } from './chapters.ts';
import { ReflowRenderer } from './reflowRenderer.ts';

/** An EPUB that the server has unpacked, by its manifest. */
export class EpubPublication implements Publication {
  readonly format = 'epub';
  readonly totalPages: number;
  readonly #manifest: Manifest;
  readonly #chapters: Chapters;

  constructor(manifest: Manifest) {
    this.#manifest = manifest;
    this.#chapters = new Chapters(manifest);
    this.totalPages = manifest.total_positions;
  }

  async show(into: HTMLElement, options: ShowOptions): Promise<Renderer> {
    const renderer = new ReflowRenderer(into, this.#chapters, this.#manifest, options);
    try {
      await renderer.begin(options.start);
      return renderer;
    } catch (error) {
      renderer.destroy();
      throw error;
    }
  }

  renew(contentUrl: string): void {
    this.#chapters.renew(contentUrl);
  }
}
