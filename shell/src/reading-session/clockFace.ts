import type { PenOrder, Signs } from './clockPen.ts';

/** The signs of a time, in the order of their picture. */
const alphabet = '0123456789:';
/** Height of the line, in parts of the size of its letters. */
const line = 1.2;

/** A clock: writes a time where it is seen, and where it is heard. */
export interface ClockFace {
  show(time: string): void;
  /** Takes it off the page. */
  remove(): void;
}

/**
 * A time in an element, in the font and the colour that CSS gives it: a text, until a pen is there that draws it
 * without the page's own thread. For those who listen it stands in the element's name, which needs no layout.
 * @param element has no content of its own
 * @param name what the time is, translated
 * @param startPen the thread that draws; never ready where there is none
 */
export function clockFace(element: HTMLElement, name: string, startPen = startClockPen): ClockFace {
  const words = document.createElement('span');
  words.setAttribute('aria-hidden', 'true');
  element.replaceChildren(words);
  let last = '';
  let drawn: ((time: string) => void) | undefined;
  const show = (time: string) => {
    last = time;
    element.setAttribute('aria-label', `${name} ${time}`);
    if (drawn) drawn(time);
    else words.textContent = time;
  };
  const pen = startPen();
  pen?.addEventListener(
    'message',
    () => {
      drawn = drawnBy(pen, element);
      show(last);
    },
    { once: true },
  );
  return {
    show,
    remove() {
      pen?.terminate();
      element.replaceChildren();
    },
  };
}

function startClockPen(): Worker | undefined {
  const can = 'OffscreenCanvas' in window && 'transferControlToOffscreen' in HTMLCanvasElement.prototype;
  return can ? new Worker('/clock-pen.js', { name: 'clock' }) : undefined;
}

/**
 * A canvas in the place of what the element holds. The pen is sent a
 * time, and how the signs look when that has changed.
 */
function drawnBy(pen: Worker, element: HTMLElement): (time: string) => void {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  const paper = canvas.transferControlToOffscreen();
  pen.postMessage({ paper } satisfies PenOrder, [paper]);
  element.replaceChildren(canvas);
  const style = getComputedStyle(element);
  let look = '';
  return (time) => {
    const ratio = window.devicePixelRatio;
    const looks = `${style.color} ${style.fontSize} ${ratio} ${time.length} ${document.fonts.status}`;
    if (looks === look) return pen.postMessage({ time } satisfies PenOrder);
    look = looks;
    const signs = signsOf(style, ratio);
    const colons = time.split(':').length - 1;
    const width = (time.length - colons) * signs.digit + colons * signs.colon;
    canvas.style.cssText = `display:block;contain:strict;width:${width / ratio}px;height:${signs.height / ratio}px`;
    pen.postMessage({ time, signs, width } satisfies PenOrder, [signs.picture]);
  };
}

/** Every digit gets as much room as the widest, or the time would dance; all of them in whole pixels of the screen. */
function signsOf(style: CSSStyleDeclaration, ratio: number): Signs {
  const { fontWeight, fontSize, fontFamily, color } = style;
  // Not the shorthand: it is empty where it cannot say everything, as it cannot of figures of one width.
  const font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const height = Math.ceil(Number.parseFloat(fontSize) * line * ratio);
  const paper = new OffscreenCanvas(1, height);
  const pen = paper.getContext('2d');
  if (!pen) throw new Error('This browser has no canvas to draw on.');
  pen.font = font;
  const widths = [...alphabet].map((sign) => Math.ceil(pen.measureText(sign).width * ratio));
  const digit = Math.max(...widths);
  paper.width = digit * alphabet.length;
  // Paper of a new size has forgotten everything.
  Object.assign(pen, { font, fillStyle: color, textAlign: 'center', textBaseline: 'middle' });
  pen.scale(ratio, ratio);
  for (const [at, sign] of [...alphabet].entries()) {
    pen.fillText(sign, ((at + 0.5) * digit) / ratio, height / ratio / 2);
  }
  return { alphabet, picture: paper.transferToImageBitmap(), height, digit, colon: widths.at(-1) ?? digit };
}
