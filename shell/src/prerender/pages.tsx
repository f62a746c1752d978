import { greeting } from '@lectern/shared-contracts/domain/greeting.ts';
import { slot } from '@lectern/shared-contracts/firstView.ts';
import { federated, type Host, type Locale, type Translate } from '@lectern/shared-contracts/host.ts';
import { createWritable } from '@lectern/shared-contracts/readable.ts';
import { GlobalStyle } from '@lectern/shared-ui/GlobalStyle.tsx';
import { initials } from '@lectern/shared-ui/initials.ts';
import type { ComponentType, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { ServerStyleSheet, StyleSheetManager } from 'styled-components';
import { type Shell, ShellContext } from '../host/shell.ts';
import { createTextEngine } from '../i18n/engine.ts';
import { languages } from '../i18n/languages.ts';
import { PublicFrame } from '../layout/PublicFrame.tsx';
import { Landing } from '../pages/landing/Landing.tsx';
import { LoginPage, SignupPage } from '../pages/sign-in/SignInPage.tsx';
import { ReadersFrame, someReader } from './ReadersFrame.tsx';
import { stillHost } from './stillHost.ts';

export { languages };

interface MadePage {
  /** Of the file, before the language. */
  file: string;
  title: string;
  /** Who sees it; the other one does not. */
  of: 'visitor' | 'reader';
  /** It does nothing before the app is there. */
  waits: boolean;
  content: ReactNode;
}

/** The pages that are made at build, by address: what a visitor meets first, and the frame of a reader's library. */
export const pages: Readonly<Record<string, MadePage>> = {
  '/': {
    file: 'landing',
    title: 'Your books, kept and read',
    of: 'visitor',
    waits: false,
    content: (
      <PublicFrame plain={false}>
        <Landing />
      </PublicFrame>
    ),
  },
  '/login': {
    file: 'login',
    title: 'Sign In',
    of: 'visitor',
    waits: true,
    content: (
      <PublicFrame plain>
        <LoginPage />
      </PublicFrame>
    ),
  },
  '/signup': {
    file: 'signup',
    title: 'Create Account',
    of: 'visitor',
    waits: true,
    content: (
      <PublicFrame plain>
        <SignupPage />
      </PublicFrame>
    ),
  },
  '/library': { file: 'library', title: 'Library', of: 'reader', waits: true, content: <ReadersFrame /> },
};

interface Rendered {
  html: string;
  styles: string;
}

/** Markup as it is before any script has run, and the rules that it needs. */
function renderStill(node: ReactNode, direction: 'ltr' | 'rtl'): Rendered {
  const sheet = new ServerStyleSheet();
  try {
    const html = renderToString(<StyleSheetManager sheet={sheet.instance}>{node}</StyleSheetManager>);
    const styles = [...sheet.getStyleTags().matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)];
    return {
      // What asks the document for its direction found none here (shared-ui/useDirection.ts).
      html: direction === 'rtl' ? html.replaceAll(' dir="ltr"', ' dir="rtl"') : html,
      styles: styles.map(([, css]) => css).join('\n'),
    };
  } finally {
    sheet.seal();
  }
}

/**
 * A page as it is before any script has run, made at build: the same components on a Host that has only what
 * they look at. Its links are plain links.
 * @param texts of the shell in that language
 */
export function renderPage(path: string, language: string, texts: Locale): Rendered {
  const engine = createTextEngine(language);
  engine.add(language, 'shell', texts);
  const page = pages[path];
  const Page = federated('shell', () => page?.content);
  const host = stillHost({
    path,
    ...spokenIn(language),
    translate: (namespace) => engine.translate(language, namespace),
    ...(page?.of === 'reader' ? { user: someReader } : {}),
  });
  const { html, styles } = renderStill(
    <>
      <GlobalStyle />
      <ShellContext value={shell}>
        <Page host={host} params={{}} />
      </ShellContext>
    </>,
    host.i18n.direction(),
  );
  // The initials of a slot are the character that it begins with.
  return { html: html.replaceAll(`>${initials(someReader.name)}<`, `>${slot('initials')}<`), styles };
}

const spokenIn = (language: string) => ({
  language,
  direction: languages.find(({ code }) => code === language)?.direction ?? ('ltr' as const),
});

/** What a remote gives for the first view of one of its pages: what is rendered, and what it is rendered on. */
export interface FirstViewSource {
  /** As federated() makes them, by the name that the drawing script knows each by. */
  parts: Readonly<Record<string, ComponentType<{ host: Host; params: Readonly<Record<string, string>> }>>>;
  path: string;
  /** What the server is taken to have answered, by read: samples whose words are slots. */
  reads: Readonly<Record<string, unknown>>;
  /** Values that samples cannot hold as a slot, because they are numbers: what stands for each of them. */
  numbers: Readonly<Record<string, string>>;
  /** Markup that stands for such a number: as it comes out, and with its slot. */
  markup: readonly (readonly [from: string, to: string])[];
}

/**
 * The parts of a first view in a language. How the reader is greeted depends on the hour, so all greetings come along.
 * @param texts of the remote in that language
 * @throws when a piece of markup that has to get a slot is not there
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
      // Of a count the plural depends.
      name === 'count' ? value : (numbers[value] ?? value),
    ]);
    return spoken(text, Object.fromEntries(slotted));
  };
  const host = stillHost({
    path,
    ...spokenIn(language),
    translate: () => translate,
    reads,
    user: someReader,
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

const nothing = () => undefined;
// Only what the frame and the page read while they render; nothing is ever pressed here.
const shell = {
  consent: { clear: nothing },
  auth: { staySignedIn: createWritable(true), logout: nothing },
  notify: { history: createWritable([]) },
  remotes: {},
  reload: nothing,
} as unknown as Shell;
