import type { Manifest, Passage } from '@lectern/shared-contracts/api/books.ts';
import { currentEntry, flattenContents } from '../engine/contents.ts';
import { fetchContent } from '../engine/fetchContent.ts';
import { positionAt } from '../engine/positions.ts';
import type { ChapterToSearch, SearchedChapter } from './searchWorker.ts';

const maxPassages = 200;

/**
 * Full-text search in the chapters of a downloaded EPUB, while the server cannot be reached.
 * Chapters that cannot be loaded are skipped.
 */
export async function searchChapters(
  { book_id, content_url, spine, toc, format }: Manifest,
  query: string,
  signal: AbortSignal,
): Promise<Passage[]> {
  const worker = new Worker(program(), { type: 'module', name: 'search' });
  const contents = flattenContents({ toc, spine, format });
  const passages: Passage[] = [];
  try {
    for (const [index, item] of spine.entries()) {
      if (signal.aborted || passages.length >= maxPassages) break;
      const address = new URL(`${content_url}/${item.href}`, document.baseURI).href;
      const markup = await fetchContent(address).catch(() => null);
      if (markup === null) continue;
      const { hits } = await ask(worker, { index, markup, query, most: maxPassages - passages.length });
      const chapter = contents[currentEntry(contents, { target: index, tocHref: null })]?.entry.title ?? null;
      for (const { text, fraction, quote } of hits)
        passages.push({
          book_id,
          book_title: '',
          author: '',
          chapter: item.title ?? chapter,
          text,
          position: { spine_index: index, fraction, page: positionAt(item, fraction), quote },
          score: 0,
        });
    }
  } finally {
    worker.terminate();
  }
  return passages;
}

/** Copied as it is by the build: a worker chunk would include the federation runtime. */
const program = () => new URL(`${__webpack_public_path__}search/searchWorker.js`, document.baseURI);

function ask(worker: Worker, chapter: ChapterToSearch): Promise<SearchedChapter> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<SearchedChapter>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(chapter);
  });
}
