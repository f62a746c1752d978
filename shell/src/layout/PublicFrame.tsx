import { rememberSearchShortcut, takeSearchShortcut } from '@lectern/client/common/searchShortcut.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { media, space } from '@lectern/shared-ui/tokens.ts';
import { type ReactNode, useEffect } from 'react';
import { styled } from 'styled-components';
import { Footer } from './footer/Footer.tsx';
import { mainId, SkipLink } from './frame/SkipLink.tsx';
import { Wordmark } from './frame/Wordmark.tsx';
import { ThemeToggle } from './header/ThemeToggle.tsx';

/**
 * Frame around the pages of a visitor.
 * @param plain without the sign-in buttons, for the sign-in page itself
 */
export function PublicFrame({ plain, children }: { plain: boolean; children: ReactNode }) {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  // Pressed before the app had started, for a session that has ended.
  useEffect(() => {
    takeSearchShortcut();
    // Between the sign-in and the first page of the reader.
    return rememberSearchShortcut;
  }, []);
  return (
    <Frame>
      <SkipLink />
      <Bar>
        <Link to="/" aria-label={t('Lectern, to the start page')}>
          <Wordmark />
        </Link>
        <div>
          <ThemeToggle />
          {plain ? null : (
            <Button as={Link} to="/login" variant="quiet">
              {t('Sign In')}
            </Button>
          )}
        </div>
      </Bar>
      <Main id={mainId} tabIndex={-1}>
        {children}
      </Main>
      <Footer visitor />
    </Frame>
  );
}

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  min-block-size: 100dvh;
  & > footer {
    inline-size: calc(100% - 5rem);
    max-inline-size: 79rem;
    margin-inline: auto;
    padding-inline: 0;
  }
  @media ${media.narrow} { & > footer { inline-size: calc(100% - 2rem); } }
`;

const Bar = styled.header`
  display: flex;
  /* With large text the name and the buttons wrap to two lines. */
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  inline-size: 100%;
  max-inline-size: 84rem;
  min-block-size: 5rem;
  margin-inline: auto;
  padding: ${space(2)} ${space(10)};
  & > a { text-decoration: none; }
  & > div { display: flex; align-items: center; gap: ${space(2)}; }
  @media ${media.narrow} { min-block-size: 4rem; padding-inline: ${space(4)}; }
`;

const Main = styled.main`
  flex: 1;
  /* At least as high as the window, so that the footer does not jump when the page has loaded. */
  min-block-size: calc(100dvh - 5rem);
  inline-size: 100%;
  max-inline-size: 84rem;
  margin-inline: auto;
  padding: ${space(6)} ${space(10)} ${space(20)};
  @media ${media.narrow} { padding-inline: ${space(4)}; }
`;
