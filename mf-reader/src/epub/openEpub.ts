import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { isStrip } from '../engine/appearance.ts';
import { flattenContents } from '../engine/contents.ts';
import type { ShowBook } from '../engine/showBook.ts';
import { Chapters } from './content/chapters.ts';
import { type BookFacts, destinationOf } from './placeOf.ts';
import { ReflowRenderer } from './reflowRenderer.ts';
import { SwitchingRenderer } from './switchingRenderer.ts';

/** Shows an unpacked EPUB of the server. */
export const openEpub: ShowBook = async (into, options) => {
  const { manifest, freshAddress, start } = options;
  const book: BookFacts = {
    manifest,
    chapters: new Chapters(manifest, freshAddress),
    contents: flattenContents(manifest),
  };
  const Chosen = await rendererFor(manifest);
  const renderer = new Chosen(into, book, options);
  try {
    await renderer.begin(start);
    return renderer;
  } catch (error) {
    renderer.destroy();
    throw error;
  }
};

async function rendererFor(manifest: Manifest) {
  const { layout, spine } = manifest;
  const isMixed = spine.some(({ rendition }) => rendition?.layout && rendition.layout !== layout);
  if (isMixed) return SwitchingRenderer;
  if (isStrip(manifest)) {
    const { ContinuousRenderer } = await import('./continuousRenderer.ts');
    return ContinuousRenderer;
  }
  return layout === 'fixed' ? SwitchingRenderer : ReflowRenderer;
}

/** Prefetches what `show` needs first: the chapter of a position and its style sheets. */
export async function prefetchEpub(manifest: Manifest, start: Locator | null): Promise<void> {
  const chapters = new Chapters(manifest, async () => manifest.content_url);
  await chapters.load(destinationOf(start, { manifest, chapters }).index);
}
