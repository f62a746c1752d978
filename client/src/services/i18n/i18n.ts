import type { HostI18n, Locale, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable, type Writable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { TextEngine } from './engine.ts';
import { languages } from './languages.ts';
import { pseudoLanguage } from './pseudo.ts';

export interface I18n extends HostI18n {
  setLanguage(language: string): Promise<void>;
  /** Grows whenever texts have been loaded. */
  texts: Readable<number>;
  /** Grows with the texts of a namespace and of the shell, its fallback: `useTranslate` rerenders by it. */
  textsOf(namespace: string): Readable<number>;
  /** Resolves when all texts requested so far have been loaded or have failed. */
  settled(): Promise<void>;
  /** Loads the engine. Until then the English keys are interpolated, which is all that a visitor's pages need. */
  start(): Promise<void>;
}

/** Its texts are the fallback of every namespace (engine.ts). */
const common: ReadonlySet<string> = new Set(['shell', 'remotes']);

type Load = (language: string) => Promise<Locale>;

/** @param engine the engine, or a function that loads it on first use. */
export function createI18n(language: string, engine: TextEngine | (() => Promise<TextEngine>)): I18n {
  const current = createWritable(language);
  const texts = createWritable(0);
  const ofNamespaces = new Map<string, Writable<number>>();
  const namespaces = new Map<string, Load>();
  const running = new Set<Promise<void>>();
  let ready: TextEngine | null = typeof engine === 'function' ? null : engine;

  function textsOf(namespace: string): Writable<number> {
    const revision = ofNamespaces.get(namespace) ?? createWritable(0);
    ofNamespaces.set(namespace, revision);
    return revision;
  }

  /** Texts have been loaded. @param namespace theirs; all of them when omitted */
  function notifyLoaded(namespace?: string) {
    const isForAll = namespace === undefined || common.has(namespace);
    const revisions = isForAll ? [...ofNamespaces.values()] : [textsOf(namespace)];
    for (const revision of [texts, ...revisions]) revision.set(revision.get() + 1);
  }

  async function addTexts(namespace: string, language: string) {
    const source = namespaces.get(namespace);
    if (!source || ready === null) return;
    try {
      // The pseudo-language is made of the English texts.
      ready.add(language, namespace, await source(language === pseudoLanguage ? 'en' : language));
      notifyLoaded(namespace);
    } catch {
      // The key is the English text, so a page without its translations still works.
    }
  }
  function load(namespace: string, language: string): Promise<void> {
    const work = addTexts(namespace, language).finally(() => running.delete(work));
    running.add(work);
    return work;
  }
  const loadAll = (language: string) =>
    Promise.all([...namespaces.keys()].map((name) => load(name, language)));

  async function start() {
    if (ready !== null || typeof engine !== 'function') return;
    const loaded = await engine();
    if (ready !== null) return;
    ready = loaded;
    notifyLoaded();
    await loadAll(current.get());
  }

  return {
    language: current,
    texts,
    textsOf,
    settled: () => Promise.all(running).then(() => undefined),
    direction: () => languages.find(({ code }) => code === current.get())?.direction ?? 'ltr',
    start,
    register(namespace, source) {
      if (!namespaces.has(namespace)) {
        namespaces.set(namespace, source);
        runInBackground(load(namespace, current.get()));
      }
      return () => {
        if (namespaces.get(namespace) === source) namespaces.delete(namespace);
      };
    },
    translate: (namespace) => ready?.translate(current.get(), namespace) ?? fill,
    async setLanguage(next) {
      await start();
      await loadAll(next);
      current.set(next);
    },
  };
}

/** The key itself, interpolated. */
const fill: Translate = (text, values = {}) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
