import { contentsOf } from '@lectern/client/registry/checkRegistry.ts';
import { type RemoteContents, textsOfRemotes } from '@lectern/client/registry/remoteContent.ts';
import { createTextEngine } from '@lectern/client/services/i18n/engine.ts';
import { languages } from '@lectern/client/services/i18n/languages.ts';
import { slot } from '@lectern/shared-contracts/contract/firstView.ts';
import type { Locale } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { GlobalStyle } from '@lectern/shared-ui/GlobalStyle.tsx';
import { initials } from '@lectern/shared-ui/initials.ts';
import type { ReactNode } from 'react';
import { type Shell, ShellContext } from '../host/shell.ts';
import { PublicFrame } from '../layout/PublicFrame.tsx';
import { Landing } from '../pages/landing/Landing.tsx';
import { LoginPage, SignupPage } from '../pages/sign-in/SignInCard.tsx';
import { createRoutes } from '../router/routeTable.ts';
import { type Rendered, renderFirstView, renderStill } from './firstViews.tsx';
import { SignedInFrame, sampleUser } from './SignedInFrame.tsx';
import { spokenIn, staticHost } from './staticHost.ts';

export { languages, renderFirstView };

interface MadePage {
  /** File name without the language. */
  file: string;
  title: string;
  /** Whether it is for visitors or readers. */
  of: 'visitor' | 'reader';
  /** Disabled until the app has started. */
  waits: boolean;
  content: ReactNode;
}

/** The prerendered pages by path: those that visitors open first, and the frame of the library. */
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
  '/library': { file: 'library', title: 'Library', of: 'reader', waits: true, content: <SignedInFrame /> },
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
    ...(page?.of === 'reader' ? { user: sampleUser } : {}),
  });
  const { html, styles } = renderStill(
    <>
      <GlobalStyle />
      <ShellContext value={shellOf(contents)}>
        <Page host={host} params={{}} />
      </ShellContext>
    </>,
    host.i18n.direction(),
  );
  // The initials of a slot are its first character.
  return { html: html.replaceAll(`>${initials(sampleUser.name)}<`, `>${slot('initials')}<`), styles };
}

const nothing = () => undefined;
// Only what the frame and the page read while rendering; there is no interaction.
const shellOf = (contents: RemoteContents) =>
  ({
    consent: { clear: nothing },
    auth: { staySignedIn: createWritable(true), logout: nothing },
    notify: { history: createWritable([]) },
    loader: {},
    developerView: createWritable(null),
    routes: createRoutes({ contents: createWritable(contents), described: async () => undefined }),
    reload: nothing,
  }) as unknown as Shell;
