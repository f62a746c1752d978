import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { Fragment, useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { Fills } from '../../remotes/points/Fill.tsx';
import type { Crumb } from '../../routes/routeTypes.ts';
import { useWhenPageIdle } from '../../routes/usePageData.ts';
import { Bar } from '../frame/frame.styles.ts';
import { mainId } from '../frame/SkipLink.tsx';
import { SearchBox } from '../search/SearchBox.tsx';
import type { SearchControls } from '../search/useSearch.ts';
import { SyncIndicator } from '../sync-status/SyncIndicator.tsx';
import { NotificationCentre } from './NotificationCentre.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';
import { UserMenu, type UserMenuProps } from './UserMenu.tsx';

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

/** Breadcrumbs from the dashboard to the current page, which is the last. */
function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  return (
    <Trail aria-label={t('Breadcrumbs')}>
      <ol>
        {crumbs.map(({ title, path }, index) => (
          <Fragment key={path}>
            {index > 0 ? <li aria-hidden="true">/</li> : null}
            <li dir="auto">
              {index === crumbs.length - 1 ? (
                <span aria-current="page">{t(title)}</span>
              ) : (
                <Link to={path}>{t(title)}</Link>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </Trail>
  );
}

const Trail = styled.nav`
  font-size: ${type.caption};
  line-height: 1.5rem;
  color: ${color.textMuted};
  & > ol { display: flex; gap: ${space(1.5)}; min-inline-size: 0; padding: 0; list-style: none; }
  /* A target of at least 24 px, however much of the text is truncated [X-08]. */
  & a { display: block; overflow: hidden; color: inherit; text-decoration: none; text-overflow: ellipsis; }
  & a:hover { color: ${color.text}; text-decoration: underline; }
  & li { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  /* Names of pages are short: the title of a book is cut first. */
  & li:has(> a) { flex: none; max-inline-size: 40%; }
  & li[aria-hidden] { flex: none; }
  @media ${media.phone} {
    /* The heading of the page repeats the name below. */
    & li:has(> a) { max-inline-size: 60%; }
    /* Directly below the dashboard the page is named once, by its heading or by the title of the header. */
    & > ol:not(:has(> li:nth-child(4))) > li:nth-child(n + 2) { display: none; }
  }
  /* On a tablet or phone: only the page and its parent. */
  @media ${media.tablet} {
    & > ol:has(> li:nth-child(5)) > li:nth-child(-n + 2) { display: none; }
    & > ol:has(> li:nth-child(7)) > li:nth-child(-n + 4) { display: none; }
  }
`;

/** Widgets of remotes in the header: loaded after the first page, in wide windows, and not with Save-Data. */
function HeaderWidgets() {
  const narrow = useMediaQuery(media.narrow);
  const [isDue, setDue] = useState(false);
  useWhenPageIdle(() => setDue(true));
  return isDue && !narrow ? <Fills point="shell/header" /> : null;
}

/**
 * Whether the heading of the page is visible; the header then does not repeat it.
 * @param path of the page, whose change means another heading
 */
function useHeadingInView(path: string): boolean {
  const [inView, setInView] = useState(true);
  useEffect(() => {
    const main = document.getElementById(mainId);
    if (main === null) return;
    let heading: Element | null = null;
    // Without IntersectionObserver an existing heading counts as visible.
    const visibility =
      'IntersectionObserver' in window
        ? new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? true), {
            // The header covers the top of the window.
            rootMargin: '-56px 0px 0px 0px',
          })
        : null;
    const observeHeading = () => {
      const current = main.querySelector('h1');
      if (current === heading) return;
      heading = current;
      visibility?.disconnect();
      if (heading === null) setInView(false);
      else if (visibility) visibility.observe(heading);
      else setInView(true);
    };
    setInView(true);
    if (main.querySelector('h1')) observeHeading();
    const changes = new MutationObserver(observeHeading);
    changes.observe(main, { childList: true, subtree: true });
    return () => {
      changes.disconnect();
      visibility?.disconnect();
    };
  }, [path]);
  return inView;
}
