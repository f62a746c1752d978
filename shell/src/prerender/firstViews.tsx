import { createTextEngine } from '@lectern/client/services/i18n/engine.ts';
import { slot } from '@lectern/shared-contracts/contract/firstView.ts';
import type { Host, Locale, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { greeting } from '@lectern/shared-contracts/domain/greeting.ts';
import type { ComponentType, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { ServerStyleSheet, StyleSheetManager } from 'styled-components';
import { sampleUser } from './SignedInFrame.tsx';
import { spokenIn, staticHost } from './staticHost.ts';

/** A remote's source for the first view of a page: the components and their sample data. */
export interface FirstViewSource {
  /** Federated components, by the name that the drawing script uses. */
  parts: Readonly<Record<string, ComponentType<{ host: Host; params: Readonly<Record<string, string>> }>>>;
  path: string;
  /** Server responses by read: samples whose texts are slots. */
  reads: Readonly<Record<string, unknown>>;
  /** Slots for values that must be numbers in the samples. */
  numbers: Readonly<Record<string, string>>;
  /** Replacements of rendered markup that contains such a number by markup with its slot. */
  markup: readonly (readonly [from: string, to: string])[];
}

/**
 * Renders the parts of a first view in a language. The greeting depends on the time of day, so all are included.
 * @param texts of the remote in that language
 * @throws when markup that must get a slot is missing
 */
export function renderFirstView(
  { parts, path, reads, numbers, markup }: FirstViewSource,
  language: string,
  texts: Locale,
): { parts: Record<string, string>; styles: string; greetings: Record<string, string> } {
  const engine = createTextEngine(language);
  engine.add(language, 'remote', texts);
  const spoken = engine.translate(language, 'remote');
  const greetings = new Set(Array.from({ length: 24 }, (_, hour) => greeting(hour)));
  const translate: Translate = (text, values) => {
    if (greetings.has(text)) return slot('greeting');
    const slotted = Object.entries(values ?? {}).map(([name, value]) => [
      name,
      // The plural depends on the count.
      name === 'count' ? value : (numbers[value] ?? value),
    ]);
    // The engine isolates words in languages from right to left, but not numbers.
    return Object.values(numbers).reduce(
      (said, number) => said.replaceAll(`\u2068${number}\u2069`, number),
      spoken(text, Object.fromEntries(slotted)),
    );
  };
  const host = staticHost({
    path,
    ...spokenIn(language),
    translate: () => translate,
    reads,
    user: sampleUser,
  });
  const names = Object.keys(parts);
  const { html, styles } = renderStill(
    names.map((name) => {
      const Part = parts[name] as (typeof parts)[string];
      return (
        <div key={name} data-part={name}>
          <Part host={host} params={{}} />
        </div>
      );
    }),
    host.i18n.direction(),
  );
  for (const [from] of markup)
    if (!html.includes(from)) throw new Error(`The first view of ${path} has no ${from} any more.`);
  const filled = markup.reduce((text, [from, to]) => text.replaceAll(from, to), html);
  const rendered = filled.split(/<div data-part="(\w+)">/).slice(1);
  return {
    parts: Object.fromEntries(
      names.map((name) => [name, (rendered[rendered.indexOf(name) + 1] ?? '').replace(/<\/div>$/, '')]),
    ),
    styles,
    greetings: Object.fromEntries([...greetings].map((text) => [text, spoken(text)])),
  };
}

export interface Rendered {
  html: string;
  styles: string;
}

/** The markup before any script has run, and its CSS rules. */
export function renderStill(node: ReactNode, direction: 'ltr' | 'rtl'): Rendered {
  const sheet = new ServerStyleSheet();
  try {
    const html = renderToString(<StyleSheetManager sheet={sheet.instance}>{node}</StyleSheetManager>);
    const styles = [...sheet.getStyleTags().matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)];
    return {
      // Components that read the direction of the document found no document (shared-ui/src/useDirection.ts).
      html: direction === 'rtl' ? html.replaceAll(' dir="ltr"', ' dir="rtl"') : html,
      styles: styles.map(([, css]) => css).join('\n'),
    };
  } finally {
    sheet.seal();
  }
}
