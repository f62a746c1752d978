/** @jest-environment node */
import { createTextEngine } from './engine.ts';
import { createI18n } from './i18n.ts';

/** Texts whose loading the test completes. */
function later() {
  let come: (texts: Record<string, string>) => void = () => undefined;
  const texts = new Promise<Record<string, string>>((resolve) => {
    come = resolve;
  });
  return { load: () => texts, come };
}

describe('loading texts', () => {
  it('notifies only subscribers of the namespace; the shell’s texts notify all', async () => {
    const i18n = createI18n('de', createTextEngine('de'));
    const [ours, theirs, common] = [later(), later(), later()];
    const told: string[] = [];
    for (const name of ['mf-library', 'mf-search', 'shell'])
      i18n.textsOf(name).subscribe(() => told.push(name));
    i18n.register('mf-library', ours.load);
    i18n.register('mf-search', theirs.load);
    i18n.register('shell', common.load);
    theirs.come({ Search: 'Suche' });
    ours.come({ Library: 'Bibliothek' });
    common.come({ Settings: 'Einstellungen' });
    await i18n.settled();
    expect(told.splice(0, 2)).toEqual(['mf-search', 'mf-library']);
    expect(told.sort()).toEqual(['mf-library', 'mf-search', 'shell']);
    expect(i18n.translate('mf-library')('Library')).toBe('Bibliothek');
    expect(i18n.texts.get()).toBe(3);
  });

  it('is pending until all texts are loaded, or have failed', async () => {
    const i18n = createI18n('de', createTextEngine('de'));
    const slow = later();
    let settled = false;
    i18n.register('mf-library', slow.load);
    i18n.register('mf-search', () => Promise.reject(new Error('gone')));
    const waiting = i18n.settled().then(() => {
      settled = true;
    });
    await Promise.resolve();
    expect(settled).toBe(false);
    slow.come({});
    await waiting;
    expect(settled).toBe(true);
    await i18n.settled();
  });
});
