import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { color, layer, space } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { styled } from 'styled-components';
import { isCurrent, useDestinations } from './destinations.ts';

/** Bottom navigation with five entries, at 768 px and narrower [LY-04]. */
export function BottomBar() {
  const t = useTranslate();
  const { navigation } = useHost();
  const { pathname } = useReadable(navigation.location);
  const { destinations, counts } = useDestinations('bar');
  return (
    <Bar aria-label={t('Quick navigation')} data-tour="rail">
      {destinations.map(({ path, shortLabel, icon: Icon, badge }) => {
        const count = counts[path] ?? 0;
        const badgeText = badge?.text;
        return (
          <navigation.Link key={path} to={path} aria-current={isCurrent(path, pathname) ? 'page' : undefined}>
            <span>
              <Icon aria-hidden />
              {count > 0 && badgeText ? (
                <i aria-hidden="true">
                  <Badge count={count} />
                </i>
              ) : null}
            </span>
            {t(shortLabel)}
            {count > 0 && badgeText ? <VisuallyHidden>{t(badgeText, { count })}</VisuallyHidden> : null}
          </navigation.Link>
        );
      })}
    </Bar>
  );
}

const Bar = styled.nav`
  position: fixed;
  inset: auto 0 0;
  z-index: ${layer.bar};
  display: grid;
  grid-auto-columns: 1fr;
  grid-auto-flow: column;
  padding-block-end: env(safe-area-inset-bottom);
  border-block-start: 1px solid ${color.line};
  background: ${color.surface};

  & > a {
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: ${space(0.5)};
    min-block-size: 4rem;
    color: ${color.textMuted};
    font-size: 0.75rem;
    font-weight: 550;
    text-decoration: none;
  }
  & > a > span:first-child { position: relative; }
  & svg { inline-size: 1.375rem; block-size: 1.375rem; stroke-width: 1.75; }
  & i { position: absolute; inset-block-start: -8px; inset-inline-start: 12px; font-style: normal; }
  & > a[aria-current='page'] { color: ${color.accent}; }
  & > a[aria-current='page'] svg { fill: ${color.accentSoft}; }
  & > a:focus-visible { outline-offset: -4px; }
`;
