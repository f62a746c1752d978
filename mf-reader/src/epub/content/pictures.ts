import type { Picture } from '../../engine/renderer.ts';
import { textOf } from '../../engine/selection.ts';

interface Size {
  width: number;
  height: number;
}

/** Smaller images are ornaments. */
const minSide = 56;
/** Images above this fraction of the screen are large enough, unless they have more pixels. */
const largeEnough = 0.6;
const finer = 1.25;

/** Whether an enlarged view would show more. In CSS pixels. */
export function worthEnlarging(shown: Size, natural: Size, screen: Size): boolean {
  if (Math.min(shown.width, shown.height) < minSide) return false;
  if (natural.width > shown.width * finer) return true;
  return shown.width * shown.height < largeEnough * screen.width * screen.height;
}

/** The clicked picture; null when an enlarged view would not show more. */
export function pictureAt(target: EventTarget | null): Picture | null {
  const element = target as Element | null;
  const drawing = element?.closest?.('svg');
  const image = element?.closest?.('img');
  const picture = drawing ?? image;
  const page = picture?.ownerDocument;
  if (!picture || !page || picture.closest('a, button, math')) return null;
  // A cover fills the page: a tap on it toggles the bars.
  if ((page.body.textContent ?? '').trim() === '') return null;
  const shown = picture.getBoundingClientRect();
  const natural = image
    ? { width: image.naturalWidth, height: image.naturalHeight }
    : { width: shown.width * 2, height: shown.height * 2 };
  const { clientWidth: width, clientHeight: height } = page.documentElement;
  if (!worthEnlarging(shown, natural, { width, height })) return null;
  const source = image ? image.currentSrc || image.src : drawingSource(drawing as SVGSVGElement);
  return { source, description: image?.alt || titleOf(drawing) || captionOf(picture) };
}

/** The caption of the figure that a picture is in, as it is read. */
export function captionOf(picture: Element): string {
  const caption = picture.closest('figure')?.querySelector('figcaption');
  if (!caption) return '';
  const range = picture.ownerDocument.createRange();
  range.selectNodeContents(caption);
  return textOf(range).replace(/\s+/gu, ' ').trim();
}

/** An SVG as an image, which runs and loads nothing. */
function drawingSource(drawing: SVGSVGElement): string {
  const only = drawing.querySelectorAll('image');
  const href = only[0]?.href.baseVal;
  if (only.length === 1 && href && !drawing.querySelector('text, path'))
    return new URL(href, drawing.baseURI).href;
  const { width, height } = drawing.getBoundingClientRect();
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('width', String(width * 2));
  copy.setAttribute('height', String(height * 2));
  if (!copy.hasAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
  return `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
}

const titleOf = (drawing: Element | null | undefined) => drawing?.querySelector('title')?.textContent ?? '';
