import { federated, type Host, type LinkProps, type Locale } from '@lectern/shared-contracts/host.ts';
import { createWritable } from '@lectern/shared-contracts/readable.ts';
import { GlobalStyle } from '@lectern/shared-ui/GlobalStyle.tsx';
import { renderToString } from 'react-dom/server';
import { ServerStyleSheet, StyleSheetManager } from 'styled-components';
import { type Shell, ShellContext } from '../host/shell.ts';
import { createTextEngine } from '../i18n/engine.ts';
import { languages } from '../i18n/languages.ts';
import { PublicFrame } from '../layout/PublicFrame.tsx';
import { Landing } from '../pages/landing/Landing.tsx';
import { LoginPage, SignupPage } from '../pages/sign-in/SignInPage.tsx';

export { languages };

/** What a visitor meets first: by address, the name of its file and its title. */
export const pages = {
  '/': { file: 'landing', title: 'Your books, kept and read', plain: false, Content: Landing },
  '/login': { file: 'login', title: 'Sign In', plain: true, Content: LoginPage },
  '/signup': { file: 'signup', title: 'Create Account', plain: true, Content: SignupPage },
} as const;

/**
 * A page as it is before any script has run, made at build: the same components on a Host that has only what
 * they look at. Its links are plain links.
 * @param texts of the shell in that language
 */
export function renderPage(
  path: keyof typeof pages,
  language: string,
  texts: Locale,
): { html: string; styles: string } {
  const { plain, Content } = pages[path];
  const engine = createTextEngine(language);
  engine.add(language, 'shell', texts);
  const Page = federated('shell', () => (
    <PublicFrame plain={plain}>
      <Content />
    </PublicFrame>
  ));
  const sheet = new ServerStyleSheet();
  try {
    const html = renderToString(
      <StyleSheetManager sheet={sheet.instance}>
        <GlobalStyle />
        <ShellContext value={shell}>
          <Page host={hostOf(path, language, engine)} params={{}} />
        </ShellContext>
      </StyleSheetManager>,
    );
    const styles = [...sheet.getStyleTags().matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)];
    return { html, styles: styles.map(([, css]) => css).join('\n') };
  } finally {
    sheet.seal();
  }
}

function PlainLink({ to, ...rest }: LinkProps) {
  return <a {...rest} href={to} />;
}

const nothing = () => undefined;
// Only what the frame and the page read while they render; nothing is ever pressed here.
const shell = {
  consent: { clear: nothing },
  auth: { staySignedIn: createWritable(true) },
  reload: nothing,
} as unknown as Shell;

function hostOf(path: string, language: string, engine: ReturnType<typeof createTextEngine>): Host {
  const place = { pathname: path, search: '', hash: '', state: null };
  return {
    navigation: { Link: PlainLink, location: createWritable(place) },
    theme: { mode: createWritable('light'), set: nothing },
    i18n: {
      language: createWritable(language),
      translate: (namespace: string) => engine.translate(language, namespace),
      register: nothing,
    },
  } as unknown as Host;
}
