import * as pdfjs from 'pdfjs-dist';
// The viewer finds the library as a global, which the library sets when it is evaluated: this order matters.
import * as viewer from 'pdfjs-dist/web/pdf_viewer.mjs';
import './pdfViewer.css';

const files = new URL(`${__webpack_public_path__}pdfjs/`, document.baseURI).href;

// Plain files of our own origin: the page's policy allows no worker made from text.
pdfjs.GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href;

/** What pdf.js fetches when a file needs it: character maps, fonts, decoders, colour profiles. */
export const dataAddresses = {
  cMapUrl: `${files}cmaps/`,
  standardFontDataUrl: `${files}standard_fonts/`,
  wasmUrl: `${files}wasm/`,
  iccUrl: `${files}iccs/`,
};

export { pdfjs, viewer };
