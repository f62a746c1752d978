/** The part of a pdf.js page view that is used here. */
interface DestroyedView {
  destroy(): void;
  /** Holds the elements of a text layer whose rendering was cancelled. */
  _accessibilityManager?: unknown;
  readonly _textHighlighter: { setTextMapping(elements: readonly Element[], texts: readonly string[]): void };
}

/**
 * Releases the text layer of a page that the viewer has discarded. Its search highlighter and accessibility manager
 * would otherwise keep the elements.
 */
export function releaseWhenDestroyed(view: DestroyedView): void {
  const destroy = view.destroy.bind(view);
  view.destroy = () => {
    destroy();
    view._textHighlighter.setTextMapping([], []);
    // The viewer creates a new one when the page is rendered again.
    view._accessibilityManager = undefined;
  };
}
