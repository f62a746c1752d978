/**
 * Draws the clock of the reading session in a thread of its own: what changes on a page each
 * second costs the page's thread a frame, with style, layout and paint, however little it is. It
 * knows no font and keeps no time: it is sent both.
 */

/** The signs of a time in one picture, side by side in places as wide as a digit; all in pixels of the screen. */
export interface Signs {
  /** In the order of the picture. */
  alphabet: string;
  picture: ImageBitmap;
  height: number;
  digit: number;
  /** Narrower than its place, in the middle of it. */
  colon: number;
}

/**
 * What the pen is sent: where to draw, once; then each time, with the signs
 * and the width of it all when they have changed.
 */
export type PenOrder =
  | { paper: OffscreenCanvas }
  | { time: string }
  | { time: string; signs: Signs; width: number };

let pen: OffscreenCanvasRenderingContext2D | null = null;
let signs: Signs | undefined;

function draw(time: string): void {
  if (!pen || !signs) return;
  const { alphabet, picture, height, digit, colon } = signs;
  pen.clearRect(0, 0, pen.canvas.width, height);
  let at = 0;
  for (const sign of time) {
    const width = sign === ':' ? colon : digit;
    const from = alphabet.indexOf(sign) * digit + Math.round((digit - width) / 2);
    pen.drawImage(picture, from, 0, width, height, at, 0, width, height);
    at += width;
  }
}

self.addEventListener('message', ({ data }: MessageEvent<PenOrder>) => {
  if ('paper' in data) {
    pen = data.paper.getContext('2d');
    return;
  }
  if ('signs' in data && pen) {
    signs?.picture.close();
    signs = data.signs;
    Object.assign(pen.canvas, { width: data.width, height: signs.height });
  }
  draw(data.time);
});

// Ready: until now the page has shown the time as a text.
self.postMessage('ready');
