/**
 * A loader for the worker of pdf.js, which makes a bitmap of four bytes per pixel of each scanned mask, whatever its
 * size: 454 MB for a page that is 14 MB in the file. Masks above `mostPixels` are passed on unchanged instead, one bit
 * per pixel, as pdf.js does without OffscreenCanvas; the page draws them in strips and releases them
 * at once.
 */

/** A4 at 400 dpi has 15 million. */
const mostPixels = 16 * 1024 * 1024;

/** The one place where the worker makes a mask: the image, and whether its bitmap can be made. */
const makesMask =
  /createMask\(\{image:([\w$]+),isOffscreenCanvasSupported:([\w$]+&&!this\.parsingType3Font)\}\)/g;

/** @param {string} source the minified worker. Throws if a version of pdf.js makes masks in another way. */
export default function keepLargeMasksSmall(source) {
  const places = source.match(makesMask)?.length ?? 0;
  if (places !== 1)
    throw new Error(
      `The worker of pdf.js makes masks in ${places} places that are known, not in one: adapt tools/rspack/largeMasks.mjs.`,
    );
  return source.replace(makesMask, (_, image, canBe) => {
    const pixels = `${image}.dict.get("W","Width")*${image}.dict.get("H","Height")`;
    return `createMask({image:${image},isOffscreenCanvasSupported:${pixels}<=${mostPixels}&&${canBe}})`;
  });
}
