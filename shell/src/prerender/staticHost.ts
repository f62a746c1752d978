import { languages } from '@lectern/client/i18n/languages.ts';
import type { Host, LinkProps, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { createElement } from 'react';

export interface Still {
  path: string;
  language: string;
  direction: 'ltr' | 'rtl';
  translate(namespace: string): Translate;
}

/** A language and its direction. */
export const spokenIn = (language: string) => ({
  language,
  direction: languages.find(({ code }) => code === language)?.direction ?? ('ltr' as const),
});

/**
 * A static Host for prerendering: it has what a visitor's pages read
 * while rendering, and its links are plain links.
 */
export function staticHost({ path, language, direction, translate }: Still): Host {
  const location = { pathname: path, search: '', hash: '', state: null };
  const texts = createWritable(0);
  return {
    navigation: { Link: PlainLink, location: createWritable(location), go: nothing },
    theme: { mode: createWritable('light'), set: nothing },
    i18n: {
      language: createWritable(language),
      texts,
      textsOf: () => texts,
      direction: () => direction,
      translate,
      register: () => nothing,
    },
    auth: {
      user: createWritable(null),
      hasRole: () => false,
    },
    network: createWritable('online'),
    notify: { show: nothing },
  } as unknown as Host;
}

function PlainLink({ to, ...rest }: LinkProps) {
  return createElement('a', { ...rest, href: to });
}

const nothing = () => undefined;
