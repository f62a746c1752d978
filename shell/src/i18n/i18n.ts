import type { HostI18n, Locale } from '@lectern/shared-contracts/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/readable.ts';
import i18next from 'i18next';

import { languages } from './languages.ts';

export interface I18n extends HostI18n {
  setLanguage(language: string): Promise<void>;
  /** Grows with every text that has come: `useTranslate` renders anew by it. */
  texts: Readable<number>;
}

type Load = (language: string) => Promise<Locale>;

/** i18next with natural keys: no separators, since the keys are sentences. */
export function createI18n(language: string): I18n {
  const instance = i18next.createInstance();
  const current = createWritable(language);
  const texts = createWritable(0);
  const namespaces = new Map<string, Load>();

  void instance.init({
    lng: language,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    returnEmptyString: false,
    initAsync: false,
    resources: {},
    // React escapes what it renders.
    interpolation: { escapeValue: false },
  });

  async function load(namespace: string, into: string) {
    const source = namespaces.get(namespace);
    if (!source) return;
    try {
      instance.addResourceBundle(into, namespace, await source(into));
      texts.set(texts.get() + 1);
    } catch {
      // The key is the English text: a page without its other texts is still a page.
    }
  }

  return {
    language: current,
    texts,
    direction: () => languages.find(({ code }) => code === current.get())?.direction ?? 'ltr',
    register(namespace, source) {
      if (namespaces.has(namespace)) return;
      namespaces.set(namespace, source);
      void load(namespace, current.get());
    },
    translate(namespace) {
      const fixed = instance.getFixedT(current.get(), namespace);
      return (text, values) => fixed(text, values ?? {});
    },
    async setLanguage(next) {
      await Promise.all([...namespaces.keys()].map((namespace) => load(namespace, next)));
      await instance.changeLanguage(next);
      current.set(next);
    },
  };
}
