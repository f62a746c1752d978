import { releaseWhenDestroyed } from './viewPatches.ts';

test('[P-06] a page that is destroyed while its text layer renders keeps no text elements', () => {
  const words = [document.createElement('span')];
  let highlighted: readonly Element[] = words;
  const view = {
    // pdf.js empties what tells screen readers of the words only once all of them have been drawn.
    _accessibilityManager: { children: words } as { children: readonly Element[] } | undefined,
    _textHighlighter: {
      setTextMapping: (elements: readonly Element[]) => {
        highlighted = elements;
      },
    },
    destroy: jest.fn(),
  };
  const { destroy } = view;
  releaseWhenDestroyed(view);
  view.destroy();
  expect(destroy).toHaveBeenCalled();
  expect(highlighted).toEqual([]);
  expect(view._accessibilityManager).toBeUndefined();
});
