import * as pdfjs from 'pdfjs-dist';

const files = new URL(`${__webpack_public_path__}pdfjs/`, document.baseURI).href;

/** What pdf.js fetches when a file needs it: character maps, fonts, decoders, colour profiles. */
export const dataAddresses = {
  cMapUrl: `${files}cmaps/`,
  standardFontDataUrl: `${files}standard_fonts/`,
  wasmUrl: `${files}wasm/`,
  iccUrl: `${files}iccs/`,
};

export { pdfjs };
