import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { Fragment } from 'react';
import { styled } from 'styled-components';

export interface Crumb {
  title: string;
  path: string;
}

/** The way from the dashboard to here. The last is here. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  return (
    <Trail aria-label={t('Breadcrumbs')}>
      <ol>
        {crumbs.map(({ title, path }, index) => (
          <Fragment key={path}>
            {index > 0 ? <li aria-hidden="true">/</li> : null}
            <li>
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
  /* 24 px at least, however much of the words is cut off [X-08]. */
  & a { display: block; overflow: hidden; color: inherit; text-decoration: none; text-overflow: ellipsis; }
  & a:hover { color: ${color.text}; text-decoration: underline; }
  & li { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  /* Where room is short, the way there gives way before the page itself. */
  & li:has(> a) { flex: 0 1000 auto; min-inline-size: 1.75rem; }
  & li:not(:has(> a)) { flex: 0 1 auto; }
  /* A telephone has room for the page and the one above it. */
  @media ${media.phone} {
    /* The page says its name again, beneath. */
    & li:has(> a) { flex-shrink: 0; max-inline-size: 60%; }
    & > ol:has(> li:nth-child(5)) > li:nth-child(-n + 2) { display: none; }
    & > ol:has(> li:nth-child(7)) > li:nth-child(-n + 4) { display: none; }
  }
`;
