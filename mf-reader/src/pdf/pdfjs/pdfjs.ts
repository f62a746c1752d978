import * as pdfjs from 'pdfjs-dist';

const files = new URL(`${__webpack_public_path__}pdfjs/`, document.baseURI).href;

/** Resources that pdf.js loads on demand: character maps, fonts, decoders, color profiles. */
export const dataAddresses = {
  cMapUrl: `${files}cmaps/`,
  standardFontDataUrl: `${files}standard_fonts/`,
  wasmUrl: `${files}wasm/`,
  iccUrl: `${files}iccs/`,
};

/** Icons of the notes in a PDF. */
export const iconFiles = `${files}images/`;

export { pdfjs };
