import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import type { Crumb } from '../../routes/routeTypes.ts';
import { SyncIndicator } from '../../sync-status/SyncIndicator.tsx';
import { Bar } from '../frame/frame.styles.ts';
import { SearchBox } from '../search/SearchBox.tsx';
import type { SearchControls } from '../search/useSearch.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { HeaderWidgets } from './HeaderWidgets.tsx';
import { NotificationCentre } from './NotificationCentre.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';
import { UserMenu, type UserMenuProps } from './UserMenu.tsx';
import { useHeadingInView } from './useHeadingInView.ts';

export interface HeaderProps extends UserMenuProps {
  title: string;
  crumbs: readonly Crumb[];
  search: SearchControls;
}

/** Title, breadcrumbs, search, theme, notifications and user menu [LY-02]. */
export function Header({ title, crumbs, search, user, onTour, onLogout }: HeaderProps) {
  const t = useTranslate();
  const headed = useHeadingInView(crumbs.at(-1)?.path ?? '');
  return (
    <Bar>
      <Place>
        <Breadcrumbs crumbs={crumbs} />
        {/* Hidden while the heading of the page itself is visible. */}
        {headed ? null : (
          <p data-said={crumbs.at(-1)?.title === title} data-short={crumbs.length <= 2 || undefined}>
            {t(title)}
          </p>
        )}
      </Place>
      <SearchBox onOpen={search.open} onApproach={search.approach} />
      <Tools>
        <HeaderWidgets />
        <SyncIndicator />
        <ThemeToggle />
        <NotificationCentre />
        <UserMenu user={user} onTour={onTour} onLogout={onLogout} />
      </Tools>
    </Bar>
  );
}

const Place = styled.div`
  flex: 1 1 5rem;
  min-inline-size: 0;
  & > p {
    overflow: hidden;
    font-family: ${font.reading};
    font-size: ${type.body};
    font-weight: 500;
    letter-spacing: -0.01em;
    line-height: 1.45;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* Not when the breadcrumbs end with the same words. */
  & > p[data-said='true'] { display: none; }
  /* On a phone they do not, on the pages directly below the dashboard. */
  @media ${media.phone} { & > p[data-short] { display: block; } }
`;

const Tools = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
`;
