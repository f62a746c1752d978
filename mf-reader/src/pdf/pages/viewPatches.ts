/** What is private in a page view of pdf.js, and has no public counterpart. */
export interface PrivateView {
  destroy(): void;
  _drawCanvas(...given: unknown[]): Promise<void>;
  /** Holds the elements of a text layer whose rendering was cancelled. */
  _accessibilityManager?: unknown;
  readonly _textHighlighter: { setTextMapping(elements: readonly Element[], texts: readonly string[]): void };
}

/**
 * Releases the text layer of a page that the viewer has discarded. Its search highlighter and accessibility manager
 * would otherwise keep the elements.
 */
export function releaseWhenDestroyed(view: Omit<PrivateView, '_drawCanvas'>): void {
  const destroy = view.destroy.bind(view);
  view.destroy = () => {
    destroy();
    view._textHighlighter.setTextMapping([], []);
    // The viewer creates a new one when the page is rendered again.
    view._accessibilityManager = undefined;
  };
}

/** Milliseconds after which a frame counts as shown. Background tabs show no frames. */
const longestFrame = 100;

/** Lets the browser show the canvas of a page before its text, links and structure are built. */
export function showPictureFirst(view: PrivateView): void {
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
