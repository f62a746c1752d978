import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { Fragment } from 'react';
import { styled } from 'styled-components';
import type { Crumb } from '../../routes/routeTypes.ts';

/** Breadcrumbs from the dashboard to the current page, which is the last. */
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
  /* A target of at least 24 px, however much of the text is truncated [X-08]. */
  & a { display: block; overflow: hidden; color: inherit; text-decoration: none; text-overflow: ellipsis; }
  & a:hover { color: ${color.text}; text-decoration: underline; }
  & li { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  /* In narrow windows the ancestors shrink before the current page does. */
  & li:has(> a) { flex: 0 1000 auto; min-inline-size: 1.75rem; }
  & li:not(:has(> a)) { flex: 0 1 auto; }
  & li[aria-hidden] { flex: none; }
  @media ${media.phone} {
    /* The heading of the page repeats the name below. */
    & li:has(> a) { flex-shrink: 0; max-inline-size: 60%; }
    /* Directly below the dashboard the page is named once, by its heading or by the title of the header. */
    & > ol:not(:has(> li:nth-child(4))) > li:nth-child(n + 2) { display: none; }
  }
  /* On a tablet or phone: only the page and its parent. */
  @media ${media.tablet} {
    & > ol:has(> li:nth-child(5)) > li:nth-child(-n + 2) { display: none; }
    & > ol:has(> li:nth-child(7)) > li:nth-child(-n + 4) { display: none; }
  }
`;
