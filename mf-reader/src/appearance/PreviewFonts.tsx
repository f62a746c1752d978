import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useEffect } from 'react';

let added = false;

/**
 * Loads the book fonts beside the font choice: the app has only its own, and those of books are loaded when shown
 * there.
 */
export function PreviewFonts() {
  useEffect(() => {
    if (!added) runInBackground(addFonts());
  }, []);
  return null;
}

async function addFonts(): Promise<void> {
  if (typeof FontFace === 'undefined') return;
  added = true;
  const { fontFiles } = await import('../engine/fonts/fontFiles.ts');
  for (const [family, [file]] of [
    ['Atkinson Hyperlegible Next', fontFiles.sans],
    ['OpenDyslexic', fontFiles.dyslexic],
  ] as const) {
    // Loaded when used; until then the next font of the list is used.
    if (file)
      document.fonts.add(new FontFace(family, `url("${file.url}") format("woff2")`, { display: 'swap' }));
  }
}
