import type { Locale, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import i18next from 'i18next';
import { languages } from './languages.ts';
import { pseudo, pseudoLanguage } from './pseudo.ts';

/** Turns keys into sentences: plurals, other languages. */
export interface TextEngine {
  add(language: string, namespace: string, texts: Locale): void;
  translate(language: string, namespace: string): Translate;
}

const runsLeft: ReadonlySet<string> = new Set(
  languages.filter(({ direction }) => direction === 'rtl').map(({ code }) => code),
);

/** Unicode isolates: a left-to-right title would otherwise move the punctuation beside it to its other end. */
const isolate = (value: string, language: string): string =>
  runsLeft.has(language) && /\p{L}/u.test(value) ? `\u2068${value}\u2069` : value;

/** Placeholders of numbers that are written without grouping: page 1638 of 2026. */
const ungrouped: ReadonlySet<unknown> = new Set(['page', 'total', 'year']);

const numberFormats = new Map<string, Intl.NumberFormat>();

/**
 * Formats numbers by locale: 1,638 points. Whole numbers without grouping are the same in all languages here; the first
 * Intl.NumberFormat of a page would take ten milliseconds.
 */
function writeNumber(
  value: unknown,
  _: string | undefined,
  language = 'en',
  { interpolationkey }: { interpolationkey?: string } = {},
): string {
  if (typeof value !== 'number')
    return typeof value === 'string' ? isolate(value, language) : (value as string);
  if (ungrouped.has(interpolationkey) || (Number.isInteger(value) && value >= 0 && value < 1_000))
    return String(value);
  const format = numberFormats.get(language) ?? new Intl.NumberFormat(language);
  numberFormats.set(language, format);
  return format.format(value);
}

/** i18next with natural keys: no separators, since the keys are sentences. */
export function createTextEngine(language: string): TextEngine {
  const instance = i18next.createInstance().use({
    type: 'formatter',
    init: () => {},
    add: () => {},
    addCached: () => {},
    format: writeNumber,
  });
  runInBackground(
    instance.init({
      lng: language,
      fallbackLng: false,
      keySeparator: false,
      nsSeparator: false,
      returnEmptyString: false,
      initAsync: false,
      resources: {},
      // React escapes what it renders.
      interpolation: { escapeValue: false, alwaysFormat: true },
    }),
  );
  return {
    add: (into, namespace, texts) => {
      instance.addResourceBundle(into, namespace, texts);
    },
    translate(spoken, namespace) {
      // The shell's own texts (errors above all) and the titles and names of remotes are the fallback of every
      // namespace.
      const fixed = instance.getFixedT(spoken, [namespace, 'shell', 'remotes']);
      const say: Translate = (text, values) => fixed(text, values ?? {});
      return spoken === pseudoLanguage ? (text, values) => pseudo(say(text, values)) : say;
    },
  };
}
