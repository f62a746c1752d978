import { languages } from '@lectern/client/services/i18n/languages.ts';
import type { User } from '@lectern/shared-contracts/api/auth.ts';
import type { Host, HostData, LinkProps, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { createElement } from 'react';

export interface Still {
  path: string;
  language: string;
  direction: 'ltr' | 'rtl';
  translate(namespace: string): Translate;
  user?: User;
  /** Server responses by read; other reads are loading. */
  reads?: Readonly<Record<string, unknown>>;
}

/** A language and its direction. */
export const spokenIn = (language: string) => ({
  language,
  direction: languages.find(({ code }) => code === language)?.direction ?? ('ltr' as const),
});

/**
 * A static Host for prerendering: it has what components read while
 * rendering, and its links are plain links.
 */
export function staticHost({ path, language, direction, translate, user, reads = {} }: Still): Host {
  const location = { pathname: path, search: '', hash: '', state: null };
  const watched = new Map<string, Readable<unknown>>();
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
      user: createWritable(user ?? null),
      hasRole: (role: string) => user?.roles.includes(role) ?? false,
    },
    data: {
      watch(key: string) {
        const existing = watched.get(key);
        const value = reads[key];
        const read =
          existing ??
          createWritable(
            value === undefined ? { status: 'loading' } : { status: 'ready', value, stale: false },
          );
        watched.set(key, read);
        return read;
      },
    } as unknown as HostData,
    preferences: { watch: (_name: string, initial: unknown) => createWritable(initial), set: nothing },
    session: {
      active: createWritable(null),
      stats: createWritable({ totalSessions: 0 }),
      aside: createWritable(false),
    },
    offlineBooks: { books: createWritable(new Map()) },
    dictionaries: { all: createWritable([]), load: async () => undefined },
    uploads: { items: createWritable([]) },
    network: createWritable('online'),
    sync: {
      state: createWritable({ indicator: 'idle', pending: 0, syncing: 0, failed: [] }),
      register: nothing,
    },
    notify: { show: nothing },
    events: { on: () => nothing, emit: nothing },
    point: () => noFills,
    config: createWritable({}),
    track: nothing,
  } as unknown as Host;
}

function PlainLink({ to, ...rest }: LinkProps) {
  return createElement('a', { ...rest, href: to });
}

const noFills = createWritable([]);

const nothing = () => undefined;
