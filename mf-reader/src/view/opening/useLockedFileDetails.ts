import type { Book, Manifest } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useRef } from 'react';
import type { Renderer } from '../../engine/renderer.ts';

/** Width in pixels of the picture sent for the cover. */
const coverWidth = 768;

/**
 * The server cannot read a password-protected PDF, so the client sends its page count and a cover once it is open.
 * The password stays in the browser. Failures are retried at the next opening.
 */
export function useLockedFileDetails(manifest: Manifest, book: Book | null, renderer: Renderer | null): void {
  const { api } = useHost();
  const isSent = useRef(false);
  const isUnknown =
    manifest.format === 'pdf' && manifest.total_positions === 0 && book?.cover_source === 'generated';
  useEffect(() => {
    if (!renderer?.thumbnails || !isUnknown || isSent.current) return;
    isSent.current = true;
    const { thumbnails, totalPages } = renderer;
    const controller = new AbortController();
    const send = async () => {
      const canvas = document.createElement('canvas');
      await thumbnails.draw(1, canvas, coverWidth, controller.signal);
      if (controller.signal.aborted) return;
      const [, image = ''] = canvas.toDataURL('image/jpeg', 0.85).split(',');
      await api.call('PUT /books/:id/cover', {
        params: { id: manifest.book_id },
        body: { image, page_count: totalPages },
      });
    };
    runInBackground(send().catch(() => {}));
    return () => controller.abort();
  }, [api, isUnknown, manifest.book_id, renderer]);
}
