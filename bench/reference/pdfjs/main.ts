/**
 * pdfjs-dist and one canvas, and nothing else. `?book=` is the URL of a PDF. With `?entry=` there is a button, like an
 * entry in a table of contents, that draws the page of that number.
 */
import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist';

GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href;
const asked = new URL(location.href).searchParams;
const document_ = await getDocument({ url: asked.get('book') as string, disableAutoFetch: true }).promise;

async function draw(number: number): Promise<void> {
  const page = await document_.getPage(number);
  const canvas = document.createElement('canvas');
  const viewport = page.getViewport({ scale: (innerWidth * 0.9) / page.getViewport({ scale: 1 }).width });
  canvas.width = viewport.width;
  canvas.height = viewport.height;
  canvas.dataset.page = String(number);
  document.querySelector('main')?.replaceChildren(canvas);
  await page.render({ canvas, viewport }).promise;
}

await draw(1);
const entry = Number(asked.get('entry'));
if (entry > 0) {
  const button = document.createElement('button');
  button.textContent = `Page ${entry}`;
  button.addEventListener('click', () => {
    draw(entry).catch(reportError);
  });
  document.body.prepend(button);
}
