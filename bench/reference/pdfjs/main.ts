/** pdfjs-dist and one canvas with the first page, and nothing else. `?book=` is the URL of a PDF. */
import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist';

GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href;
const url = new URL(location.href).searchParams.get('book') as string;
const document_ = await getDocument({ url, disableAutoFetch: true }).promise;
const page = await document_.getPage(1);
const canvas = document.createElement('canvas');
const viewport = page.getViewport({ scale: (innerWidth * 0.9) / page.getViewport({ scale: 1 }).width });
canvas.width = viewport.width;
canvas.height = viewport.height;
document.querySelector('main')?.replaceChildren(canvas);
await page.render({ canvas, viewport }).promise;
