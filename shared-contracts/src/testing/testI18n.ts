import type { HostI18n, Locale } from '../contract/host.ts';
import { createWritable } from '../contract/readable.ts';

/** English texts with `{{name}}` filled in, and plurals from `locale` (the package's own en.json). */
export function createTestI18n(locale: Locale): HostI18n {
  const plural = new Intl.PluralRules('en');
  const texts = createWritable(0);
  return {
    language: createWritable('en'),
    texts,
    textsOf: () => texts,
    direction: () => 'ltr',
    register: () => () => {},
    translate: () => (text, values) => {
      const count = values?.count;
      const form = typeof count === 'number' ? locale[`${text}_${plural.select(count)}`] : undefined;
      return (form ?? locale[text] ?? text).replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
        String(values?.[name] ?? whole),
      );
    },
  };
}
