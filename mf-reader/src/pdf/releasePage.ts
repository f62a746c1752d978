/** What is used of a page view of pdf.js. */
interface DestroyedView {
  destroy(): void;
  readonly _textHighlighter: { setTextMapping(elements: readonly Element[], texts: readonly string[]): void };
}

/**
 * Lets go of the text layer of a page that the viewer no longer keeps: its search highlighter would hold the elements
 * of all pages that were shown.
 */
export function releaseWhenDestroyed(view: DestroyedView): void {
  const destroy = view.destroy.bind(view);
  view.destroy = () => {
    destroy();
    view._textHighlighter.setTextMapping([], []);
  };
}
