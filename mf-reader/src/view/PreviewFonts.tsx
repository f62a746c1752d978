import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useEffect } from 'react';

let added = false;

/** Beside the choice of fonts: the page of the app has its own alone, those of books come when they are shown there. */
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
    // Loaded when words are shown in it; without it they stand in the next of the list.
    if (file)
      document.fonts.add(new FontFace(family, `url("${file.url}") format("woff2")`, { display: 'swap' }));
  }
}
