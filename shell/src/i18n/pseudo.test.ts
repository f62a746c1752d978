import { createTextEngine } from './engine.ts';
import { initialLanguage } from './initialLanguage.ts';
import { pseudo, pseudoLanguage } from './pseudo.ts';

describe('the pseudo-language', () => {
  it('has brackets, accents and more length, so that what is cut off or not translated is seen', () => {
    expect(pseudo('Open Book')).toBe('⟦Öþéñ Ɓööķ···⟧');
  });

  it('[X-17] is spoken by every text that is translated, with its values', () => {
    const t = createTextEngine('en').translate(pseudoLanguage, 'mf-library');
    expect(t('Show {{title}}', { title: 'Emma' })).toBe(`⟦Šĥöŵ Éɱɱà···⟧`);
  });

  it('is chosen by name only, never by the browser', () => {
    const chosen = { getItem: () => pseudoLanguage };
    expect(initialLanguage(chosen, ['de'])).toBe(pseudoLanguage);
    expect(initialLanguage({ getItem: () => null }, [pseudoLanguage])).toBe('en');
  });
});
