/** @jest-environment node */
import { createTextEngine } from './engine.ts';
import { initialLanguage } from './languages.ts';
import { pseudo, pseudoLanguage } from './pseudo.ts';

describe('the pseudo-language', () => {
  it('has brackets, accents and longer texts, which reveals truncated and untranslated texts', () => {
    expect(pseudo('Open Book')).toBe('⟦Öþéñ Ɓööķ···⟧');
  });

  it('[X-17] applies to every translated text, with its values', () => {
    const t = createTextEngine('en').translate(pseudoLanguage, 'mf-library');
    expect(t('Show {{title}}', { title: 'Emma' })).toBe(`⟦Šĥöŵ Éɱɱà···⟧`);
  });

  it('is only chosen explicitly, never by the browser', () => {
    const chosen = { getItem: () => pseudoLanguage };
    expect(initialLanguage(chosen, ['de'])).toBe(pseudoLanguage);
    expect(initialLanguage({ getItem: () => null }, [pseudoLanguage])).toBe('en');
  });
});
