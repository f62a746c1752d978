/** What is used of a page view of pdf.js. */
interface DestroyedView {
  destroy(): void;
  /** Holds the elements of a text layer whose drawing was broken off. */
  _accessibilityManager?: unknown;
  readonly _textHighlighter: { setTextMapping(elements: readonly Element[], texts: readonly string[]): void };
}

/**
 * Lets go of the text layer of a page that the viewer no longer keeps: its search highlighter, and what tells screen
 * readers of it, would hold the elements of pages that were shown.
 */
export function releaseWhenDestroyed(view: DestroyedView): void {
  const destroy = view.destroy.bind(view);
  view.destroy = () => {
    destroy();
    view._textHighlighter.setTextMapping([], []);
    // The viewer makes another when the page is drawn again.
    view._accessibilityManager = undefined;
  };
}
