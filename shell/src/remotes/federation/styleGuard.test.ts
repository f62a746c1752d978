import { createStyleGuard } from './OwnStyles.tsx';

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

describe('sheets of a page', () => {
  const link = (rel: string) => {
    const sheet = Object.assign(document.createElement('link'), { rel });
    document.head.append(sheet);
    return sheet;
  };

  it('keep their own media, are links too, and nothing else is touched', () => {
    const guard = createStyleGuard(document.head);
    const leave = guard.enter('mf-library');
    const [print, sheet, icon] = [put({ media: 'print' }), link('stylesheet'), link('icon')];
    leave();
    expect([print.media, sheet.media, icon.media]).toEqual(['not all', 'not all', '']);
    guard.enter('mf-library')();
    const back = guard.enter('mf-library');
    expect([print.media, sheet.media]).toEqual(['print', '']);
    back();
  });

  it('belong to the remote that brings the file, also when it is loaded before that remote is shown', () => {
    const guard = createStyleGuard(document.head);
    const leaveLibrary = guard.enter('mf-library');
    const ahead = link('stylesheet');
    ahead.href = '/remotes/mf-reader/1.0.0/16.css';
    leaveLibrary();
    const leaveReader = guard.enter('mf-reader');
    expect(ahead.media).toBe('');
    leaveReader();
    guard.enter('mf-library');
    expect(ahead.media).toBe('not all');
  });

  it('are those of the page that is on top, also when it is there twice', () => {
    const guard = createStyleGuard(document.head);
    const leaveOuter = guard.enter('mf-library');
    const leaveInner = guard.enter('mf-reader');
    const inner = put();
    const again = guard.enter('mf-reader');
    leaveInner();
    expect(on(inner)).toBe(true);
    again();
    expect(on(inner)).toBe(false);
    const outer = put();
    expect(on(outer)).toBe(true);
    leaveOuter();
    expect(on(outer)).toBe(false);
  });

  it('that come while no page is shown are the shell’s, and a removed one is forgotten', () => {
    const guard = createStyleGuard(document.head);
    const leave = guard.enter('mf-library');
    const gone = put();
    gone.remove();
    leave();
    expect(on(gone)).toBe(true);
    const shells = put();
    guard.enter('mf-library')();
    expect(on(shells)).toBe(true);
  });
});
