import { copyAsText } from './pdfSelection.ts';

/** Selects all of an element and copies from it. @returns what is in the clipboard; null when nothing was put there */
function copiedFrom(html: string, from: string): string | null {
  document.body.innerHTML = html;
  document.getSelection()?.selectAllChildren(document.querySelector('p') as Element);
  let copied: string | null = null;
  const event = new Event('copy', { bubbles: true, cancelable: true });
  const clipboardData = {
    setData: (_type: string, text: string) => {
      copied = text;
    },
  };
  Object.assign(event, { clipboardData });
  const element = document.querySelector(from) as Element;
  element.addEventListener('copy', copyAsText as (event: Event) => void);
  element.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(copied !== null);
  return copied;
}

test('text is copied without line hyphens and ligatures', () => {
  expect(copiedFrom('<p>They are \uFB01rst exam-\nples of Jean-\nPaul</p>', 'p')).toBe(
    'They are first examples of Jean-Paul',
  );
});

test('copying from a form field is left to the browser', () => {
  expect(copiedFrom('<p>Words</p><input>', 'input')).toBeNull();
});
