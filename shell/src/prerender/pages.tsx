import { createTextEngine } from '@lectern/client/i18n/engine.ts';
import { languages } from '@lectern/client/i18n/languages.ts';
import { contentsOf } from '@lectern/client/registry/checkRegistry.ts';
import { type RemoteContents, textsOfRemotes } from '@lectern/client/registry/remoteContent.ts';
import type { Locale } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { GlobalStyle } from '@lectern/shared-ui/GlobalStyle.tsx';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { ServerStyleSheet, StyleSheetManager } from 'styled-components';
import { type Shell, ShellContext } from '../host/shell.ts';
import { PublicFrame } from '../layout/PublicFrame.tsx';
import { Landing } from '../pages/landing/Landing.tsx';
import { LoginPage, SignupPage } from '../pages/sign-in/SignInCard.tsx';
import { createRoutes } from '../router/routeTable.ts';
import { spokenIn, staticHost } from './staticHost.ts';

export { languages };

interface MadePage {
  /** File name without the language. */
  file: string;
  title: string;
  /** Disabled until the app has started. */
  waits: boolean;
  content: ReactNode;
}

/** The prerendered pages by path: those that visitors open first. */
export const pages: Readonly<Record<string, MadePage>> = {
  '/': {
    file: 'landing',
    title: 'Your books, kept and read',
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
    waits: true,
    content: (
      <PublicFrame plain>
        <SignupPage />
      </PublicFrame>
    ),
  },
};

/**
 * Renders a page at build time, as it is before any script has run: the same components on a static Host with only
 * what they read. Its links are plain links.
 * @param texts of the shell in that language
 * @param remotes the content of the remotes in this build, in the form of the registry
 */
export function renderPage(path: string, language: string, texts: Locale, remotes: unknown): Rendered {
  const engine = createTextEngine(language);
  engine.add(language, 'shell', texts);
  const contents = contentsOf(remotes);
  engine.add(language, 'remotes', textsOfRemotes(contents, language));
  const page = pages[path];
  const Page = federated({ namespace: 'shell', component: () => page?.content });
  const host = staticHost({
    path,
    ...spokenIn(language),
    translate: (namespace) => engine.translate(language, namespace),
  });
  return renderStill(
    <>
      <GlobalStyle />
      <ShellContext value={shellOf(contents)}>
        <Page host={host} params={{}} />
      </ShellContext>
    </>,
    host.i18n.direction(),
  );
}

const nothing = () => undefined;
// Only what the frame and the page read while rendering; there is no interaction.
const shellOf = (contents: RemoteContents) =>
  ({
    consent: { clear: nothing },
    auth: { staySignedIn: createWritable(true), logout: nothing },
    notify: { history: createWritable([]) },
    loader: {},
    routes: createRoutes({ contents: createWritable(contents), described: async () => undefined }),
    reload: nothing,
  }) as unknown as Shell;

interface Rendered {
  html: string;
  styles: string;
}

/** The markup before any script has run, and its CSS rules. */
function renderStill(node: ReactNode, direction: 'ltr' | 'rtl'): Rendered {
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
