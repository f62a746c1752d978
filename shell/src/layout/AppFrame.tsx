import type { User } from '@lectern/shared-contracts/api/auth.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { color, duration, layer, media } from '@lectern/shared-ui/tokens.ts';
import { useHideOnScroll } from '@lectern/shared-ui/useHideOnScroll.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useShell } from '../host/shell.ts';
import type { Crumb } from '../routes/routeTypes.ts';
import { Footer } from './footer/Footer.tsx';
import { Column, Frame, Main, railWidth } from './frame/frame.styles.ts';
import { mainId, SkipLink } from './frame/SkipLink.tsx';
import { Header } from './header/Header.tsx';
import { BottomBar } from './navigation/BottomBar.tsx';
import { QuickMenu } from './navigation/QuickMenu.tsx';
import { Rail } from './navigation/Rail.tsx';
import { railCollapsed } from './navigation/railCollapsed.ts';
import { useRailCollapsed } from './navigation/useRailCollapsed.ts';
import { SearchButton } from './search/SearchBox.tsx';
import type { SearchControls } from './search/useSearch.ts';

export interface AppFrameProps {
  user: User;
  title: string;
  crumbs: readonly Crumb[];
  search: SearchControls;
  onTour: () => void;
  /** Lasting states (offline, pending changes), above the page and outside its error boundary. */
  banner: ReactNode;
  children: ReactNode;
}

/** Everything around a signed-in reader's page: rail, header, footer; bars and buttons at narrow width. */
export function AppFrame({ user, title, crumbs, search, onTour, banner, children }: AppFrameProps) {
  const { preferences, auth: roles } = useHost();
  const { signOut } = useShell();
  const collapsed = useRailCollapsed();
  const narrow = useMediaQuery(media.narrow);
  const logout = () => runInBackground(signOut());

  return (
    <Frame style={{ '--rail-width': railWidth(collapsed) } as Record<string, string>}>
      <SkipLink />
      {narrow ? null : (
        <Rail
          collapsed={collapsed}
          onCollapse={(next) => preferences.set(railCollapsed, next)}
          isAdmin={roles.hasRole('admin')}
          onLogout={logout}
        />
      )}
      {/* Before the page, whose own floating button stands on it too. */}
      {narrow ? <FloatingRow /> : null}
      <Column>
        <Header title={title} crumbs={crumbs} search={search} user={user} onTour={onTour} onLogout={logout} />
        {banner}
        <Main id={mainId} tabIndex={-1}>
          {children}
        </Main>
        <Footer />
      </Column>
      <SearchButton onOpen={search.open} onApproach={search.approach} />
      {narrow ? (
        <>
          <QuickMenu onLogout={logout} />
          <BottomBar />
        </>
      ) : null}
    </Frame>
  );
}

/**
 * Background of the floating buttons in narrow windows: the page fades out below them, so that no button covers text
 * or a cover. It hides with them while the reader scrolls down [L-02].
 */
export function FloatingRow() {
  return <Ground aria-hidden data-floating-row data-bar data-away={useHideOnScroll()} />;
}

const Ground = styled.div`
  position: fixed;
  inset-inline: 0;
  inset-block-end: calc(4rem + env(safe-area-inset-bottom) + var(--page-foot, 0px));
  z-index: ${layer.sticky};
  block-size: 4.75rem;
  background: linear-gradient(to top, ${color.surface} 3.5rem, transparent);
  pointer-events: none;
  @media ${media.narrow} {
    transition: opacity ${duration.normal};
    &[data-away='true'] { opacity: 0; }
  }
`;
