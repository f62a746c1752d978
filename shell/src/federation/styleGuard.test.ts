import { createStyleGuard } from './styleGuard.ts';

const put = (attributes: Record<string, string> = {}) => {
  const sheet = document.createElement('style');
  for (const [name, value] of Object.entries(attributes)) sheet.setAttribute(name, value);
  sheet.textContent = '* { color: red }';
  document.head.append(sheet);
  return sheet;
};
const on = (sheet: HTMLStyleElement) => sheet.media !== 'not all';

afterEach(() => document.head.replaceChildren());

describe('styles that a page adds to the document', () => {
  it('are disabled when it is left, and enabled again with it', () => {
    const guard = createStyleGuard(document.head);
    const leave = guard.enter('mf-library');
    const leaked = put();
    expect(on(leaked)).toBe(true);
    leave();
    expect(on(leaked)).toBe(false);
    const leaveAgain = guard.enter('mf-library');
    expect(on(leaked)).toBe(true);
    leaveAgain();
    expect(on(leaked)).toBe(false);
  });

  it('do not affect the page of another remote', async () => {
    const guard = createStyleGuard(document.head);
    const leaveFirst = guard.enter('mf-library');
    const leaked = put();
    const leaveSecond = guard.enter('mf-reader');
    leaveFirst();
    expect(on(leaked)).toBe(false);
    leaveSecond();
  });

  it('are distinguished from those of the shell and of styled-components', () => {
    const own = put();
    const guard = createStyleGuard(document.head);
    const leave = guard.enter('mf-library');
    const styled = put({ 'data-styled': 'active' });
    leave();
    expect([own, styled].map(on)).toEqual([true, true]);
  });
});
