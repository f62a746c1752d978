/** The part of a pdf.js page view that is used here. */
interface DrawnView {
  _drawCanvas(...given: unknown[]): Promise<void>;
}

/** Milliseconds after which a frame counts as shown. Background tabs show no frames. */
const longestFrame = 100;

/** Lets the browser show the canvas of a page before its text, links and structure are built. */
export function showPictureFirst(view: DrawnView): void {
  const draw = view._drawCanvas.bind(view);
  view._drawCanvas = async (...given) => {
    await draw(...given);
    await frameShown();
  };
}

/** Resolves once the browser has shown all changes up to now. */
export function frameShown(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, longestFrame);
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(late);
        resolve();
      }),
    );
  });
}
