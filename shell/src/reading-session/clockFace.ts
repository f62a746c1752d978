/** Height of the line, in parts of the size of its letters. */
const line = 1.2;

/** Writes a time where it is seen, and where it is heard. */
export type ClockFace = (time: string) => void;

/**
 * A clock drawn on a canvas in the font and the colour that CSS gives it, each digit in a place of the same width; and the
 * same words inside the canvas, for those who listen. From one second to the next only what differs is drawn.
 */
export function clockFace(canvas: HTMLCanvasElement): ClockFace {
  const words = document.createTextNode('');
  canvas.replaceChildren(words);
  // Where nothing is drawn (a test without a browser) the words are all there is.
  const pen = 'CanvasRenderingContext2D' in window ? canvas.getContext('2d') : null;
  const style = getComputedStyle(canvas);
  let look = '';
  let places: readonly Place[] = [];
  return (time) => {
    const before = words.data;
    words.data = time;
    if (pen === null) return;
    const ratio = window.devicePixelRatio;
    const { color, fontSize } = style;
    const height = Number.parseFloat(fontSize) * line;
    const looks = `${color} ${fontSize} ${ratio} ${time.length} ${document.fonts.status}`;
    const anew = looks !== look;
    if (anew) {
      look = looks;
      pen.font = style.font;
      places = placesOf(time, pen, ratio);
      fit(canvas, (places.at(-1)?.end ?? 0) * ratio, height * ratio, ratio);
      // A canvas of a new size has forgotten everything.
      Object.assign(pen, { font: style.font, fillStyle: color, textAlign: 'center', textBaseline: 'middle' });
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    for (const [at, { start, end }] of places.entries()) {
      const sign = time[at] ?? '';
      if (!anew && sign === before[at]) continue;
      pen.clearRect(start, 0, end - start, height);
      pen.fillText(sign, (start + end) / 2, height / 2);
    }
  };
}

/** Where a sign stands: CSS pixels from the left, for a time is read from left to right in every language. */
interface Place {
  start: number;
  end: number;
}

/** Every digit gets as much room as the widest, or the time would dance; all begin at a whole pixel of the screen. */
function placesOf(time: string, pen: CanvasRenderingContext2D, ratio: number): Place[] {
  const digit = Math.max(...[...'0123456789'].map((sign) => pen.measureText(sign).width));
  const colon = pen.measureText(':').width;
  const places: Place[] = [];
  for (const sign of time) {
    const start = places.at(-1)?.end ?? 0;
    places.push({ start, end: start + Math.ceil((sign === ':' ? colon : digit) * ratio) / ratio });
  }
  return places;
}

/** @param width in the pixels of the screen, like `height` */
function fit(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  canvas.width = Math.ceil(width);
  canvas.height = Math.ceil(height);
  canvas.style.inlineSize = `${canvas.width / ratio}px`;
  canvas.style.blockSize = `${canvas.height / ratio}px`;
}
