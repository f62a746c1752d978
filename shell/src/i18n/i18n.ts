import type { HostI18n, Locale, Translate } from '@lectern/shared-contracts/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/readable.ts';
import type { TextEngine } from './engine.ts';
import { languages } from './languages.ts';

export interface I18n extends HostI18n {
  setLanguage(language: string): Promise<void>;
  /** Grows with every text that has come: `useTranslate` renders anew by it. */
  texts: Readable<number>;
  /** Brings the engine. Until then the English keys are filled in as they stand: all that a visitor's pages need. */
  start(): Promise<void>;
}

type Load = (language: string) => Promise<Locale>;

/** @param engine or how to get it, when it is first wanted. */
export function createI18n(language: string, engine: TextEngine | (() => Promise<TextEngine>)): I18n {
  const current = createWritable(language);
  const texts = createWritable(0);
  const namespaces = new Map<string, Load>();
  let ready: TextEngine | null = typeof engine === 'function' ? null : engine;

  async function load(namespace: string, into: string) {
    const source = namespaces.get(namespace);
    if (!source || ready === null) return;
    try {
      ready.add(into, namespace, await source(into));
      texts.set(texts.get() + 1);
    } catch {
      // The key is the English text: a page without its other texts is still a page.
    }
  }
  const loadAll = (into: string) => Promise.all([...namespaces.keys()].map((name) => load(name, into)));

  async function start() {
    if (ready !== null || typeof engine !== 'function') return;
    const brought = await engine();
    if (ready !== null) return;
    ready = brought;
    texts.set(texts.get() + 1);
    await loadAll(current.get());
  }

  return {
    language: current,
    texts,
    direction: () => languages.find(({ code }) => code === current.get())?.direction ?? 'ltr',
    start,
    register(namespace, source) {
      if (namespaces.has(namespace)) return;
      namespaces.set(namespace, source);
      void load(namespace, current.get());
    },
    translate: (namespace) => ready?.translate(current.get(), namespace) ?? fill,
    async setLanguage(next) {
      await start();
      await loadAll(next);
      current.set(next);
    },
  };
}

/** The key itself, with its values. */
const fill: Translate = (text, values = {}) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
