/** What is used of a page view of pdf.js. */
interface DrawnView {
  _drawCanvas(...given: unknown[]): Promise<void>;
}

/** Milliseconds after which a frame counts as shown: a tab in the background shows none. */
const longestFrame = 100;

/** Lets the browser show the picture of a page before its words, links and structure are made. */
export function showPictureFirst(view: DrawnView): void {
  const draw = view._drawCanvas.bind(view);
  view._drawCanvas = async (...given) => {
    await draw(...given);
    await frameShown();
  };
}

/** Resolves once the browser has shown what has been changed until now. */
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
