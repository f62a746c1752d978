import { safeStorage } from '@lectern/client/common/safeStorage.ts';
import { createTextEngine } from '@lectern/client/services/i18n/engine.ts';
import { createI18n } from '@lectern/client/services/i18n/i18n.ts';
import { initialLanguage, languages } from '@lectern/client/services/i18n/languages.ts';
import type { Locale } from '@lectern/shared-contracts/contract/host.ts';
import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { act, render, screen } from '@testing-library/react';

const english = { '{{count}} books_one': '{{count}} book', '{{count}} books_other': '{{count}} books' };

describe('translations with natural keys', () => {
  it('an untranslated key is returned interpolated', async () => {
    const t = createI18n('en', createTextEngine('en')).translate('mf-x');
    expect(t('Upload: your first, and best. Book!')).toBe('Upload: your first, and best. Book!');
    expect(t('Hello, {{name}}', { name: '<b>Ada & Co</b>' })).toBe('Hello, <b>Ada & Co</b>');
  });

  it('[X-15] numbers are formatted by locale, years and pages are not grouped', async () => {
    const engine = createTextEngine('en');
    const values = { number: 1638, year: 2026, page: 1000, total: 1200 };
    const say = (language: string) => engine.translate(language, 'mf-x');
    expect(say('en')('{{number}} in {{year}}', values)).toBe('1,638 in 2026');
    expect(say('de')('{{number}} in {{year}}', values)).toBe('1.638 in 2026');
    expect(say('en')('Page {{page}} of {{total}}', values)).toBe('Page 1000 of 1200');
  });

  it.each(languages.map(({ code }) => code))('[X-15] every number is written as Intl does, in %s', (code) => {
    const say = createTextEngine(code).translate(code, 'mf-x');
    for (const number of [0, 7, 999, 1_000, 1_234_567, 0.5, -3])
      expect(say('{{number}}', { number })).toBe(new Intl.NumberFormat(code).format(number));
  });

  it('[X-16] a left-to-right title does not move the punctuation of a right-to-left sentence', () => {
    const say = (language: string) => createTextEngine(language).translate(language, 'mf-x');
    const values = { title: 'Moby Dick', time: '4:35' };
    expect(say('ar')('{{title}}: {{time}}', values)).toBe('\u2068Moby Dick\u2069: 4:35');
    expect(say('fr')('{{title}}: {{time}}', values)).toBe('Moby Dick: 4:35');
  });

  it('plurals come from the remote’s own texts in its own namespace', async () => {
    const i18n = createI18n('en', createTextEngine('en'));
    i18n.register('mf-x', async () => english);
    await Promise.resolve();
    await Promise.resolve();
    const t = i18n.translate('mf-x');
    expect([0, 1, 2].map((count) => t('{{count}} books', { count }))).toEqual([
      '0 books',
      '1 book',
      '2 books',
    ]);
    expect(i18n.translate('mf-y')('{{count}} books', { count: 1 })).toBe('1 books');
  });

  it('unregistered texts are not loaded for another language', async () => {
    const i18n = createI18n('en', createTextEngine('en'));
    const load = jest.fn(async (_: string) => english);
    const unregister = i18n.register('mf-z', load);
    await i18n.setLanguage('de');
    unregister();
    await i18n.setLanguage('fr');
    expect(load.mock.calls).toEqual([['en'], ['de']]);
  });

  it('rerenders when the texts have loaded', async () => {
    const i18n = createI18n('en', createTextEngine('en'));
    let arrive = (_: typeof english) => {};
    const Shown = federated({
      namespace: 'mf-x',
      component: () => <p>{useTranslate()('{{count}} books', { count: 1 })}</p>,
      setUp(host) {
        host.i18n.register(
          'mf-x',
          () =>
            new Promise((resolve) => {
              arrive = resolve;
            }),
        );
      },
    });
    render(<Shown host={createTestHost({ overrides: { i18n } })} params={{}} />);
    await act(async () => arrive(english));
    expect(screen.getByText('1 book')).toBeInTheDocument();
  });

  it('interpolates keys until the engine has loaded, then loads the registered texts', async () => {
    const i18n = createI18n('en', async () => createTextEngine('en'));
    const load = jest.fn(async () => english);
    i18n.register('mf-x', load);
    expect(i18n.translate('mf-x')('{{name}} of {{count}} {{what}}', { name: 'Ada', count: 0 })).toBe(
      'Ada of 0 {{what}}',
    );
    expect(load).not.toHaveBeenCalled();
    await i18n.start();
    expect(i18n.translate('mf-x')('{{count}} books', { count: 1 })).toBe('1 book');
  });

  it('loads another language for all namespaces before it is shown', async () => {
    const i18n = createI18n('en', createTextEngine('en'));
    i18n.register(
      'mf-x',
      async (language): Promise<Locale> => (language === 'de' ? { Library: 'Bibliothek' } : {}),
    );
    await i18n.setLanguage('de');
    expect(i18n.language.get()).toBe('de');
    expect(i18n.translate('mf-x')('Library')).toBe('Bibliothek');
  });

  it('falls back to English when the texts cannot be loaded', async () => {
    const i18n = createI18n('en', createTextEngine('en'));
    i18n.register('mf-x', () => Promise.reject(new Error('offline')));
    await i18n.setLanguage('de');
    expect(i18n.translate('mf-x')('Library')).toBe('Library');
  });
});

describe('the initial language', () => {
  const storage = () =>
    safeStorage(() => {
      throw new Error('in memory');
    });
  it('is a supported one', () => {
    expect(initialLanguage(storage(), ['xx-YY', 'en-GB'])).toBe('en');
    expect(initialLanguage(storage(), [])).toBe('en');
  });
});
