import type { User } from '@lectern/shared-contracts/api/auth.ts';
import { useHost } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { media, space } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useShell } from '../host/shell.ts';
import { BottomBar } from './BottomBar.tsx';
import type { Crumb } from './Breadcrumbs.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { QuickMenu } from './QuickMenu.tsx';
import { Rail } from './Rail.tsx';
import { SearchButton } from './SearchButton.tsx';
import { mainId, SkipLink } from './SkipLink.tsx';
import { useCounts } from './useCounts.ts';
import type { Search } from './useSearch.ts';

export interface AppFrameProps {
  user: User;
  title: string;
  crumbs: readonly Crumb[];
  search: Search;
  onTour: () => void;
  /** States that last: no network, changes that wait. Above the page, outside of its boundary. */
  banner: ReactNode;
  children: ReactNode;
}

/** Everything around a signed-in reader's page: rail, header, footer; bars and buttons at narrow width. */
export function AppFrame({ user, title, crumbs, search, onTour, banner, children }: AppFrameProps) {
  const { preferences, auth: roles } = useHost();
  const { auth } = useShell();
  const collapsed = useReadable(preferences.watch('shell.rail_collapsed', false));
  const counts = useCounts();
  const narrow = useMediaQuery(media.narrow);
  const logout = () => void auth.logout();

  return (
    <Frame style={{ '--rail-width': collapsed ? '4.5rem' : '15rem' } as Record<string, string>}>
      <SkipLink />
      {narrow ? null : (
        <Rail
          collapsed={collapsed}
          onCollapse={(next) => preferences.set('shell.rail_collapsed', next)}
          counts={counts}
          isAdmin={roles.hasRole('admin')}
          onLogout={logout}
        />
      )}
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
          <QuickMenu counts={counts} onLogout={logout} />
          <BottomBar counts={counts} />
        </>
      ) : null}
    </Frame>
  );
}

const Frame = styled.div`
  display: flex;
  min-block-size: 100dvh;
  /* Room for the bottom bar, so that nothing ends beneath it. */
  @media ${media.narrow} { --rail-width: 0px; padding-block-end: calc(4rem + env(safe-area-inset-bottom)); }
`;

const Column = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-inline-size: 0;
`;

const Main = styled.main`
  position: relative;
  /* Whatever a page holds, the frame around it does not begin to slide sideways. */
  overflow-x: clip;
  inline-size: 100%;
  max-inline-size: 88rem;
  min-block-size: calc(100dvh - 4.5rem);
  padding: ${space(10)} ${space(14)} ${space(20)};
  @media ${media.narrow} { padding: ${space(6)} ${space(4)} ${space(20)}; }
`;
