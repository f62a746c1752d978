import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import {
  color,
  duration,
  easing,
  font,
  layer,
  media,
  radius,
  shadow,
  space,
  type,
} from '@lectern/shared-ui/tokens.ts';
import { useCallback, useState } from 'react';
import { createGlobalStyle, styled } from 'styled-components';
import { lazyPart } from '../../boundaries/lazyPart.tsx';
import { useShell } from '../../host/shell.ts';

const CookiePreferences = lazyPart(() => import('./CookiePreferences.tsx').then((m) => m.CookiePreferences));

/** The consent question. Only essential storage is used until there is an answer. */
export function CookieQuestion({ customizing }: { customizing: boolean }) {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const { consent } = useShell();
  const [customising, setCustomising] = useState(customizing);
  const [face, height] = useHeight();

  if (customising) return <CookiePreferences onClose={() => setCustomising(false)} />;
  return (
    <Face ref={face} aria-label={t('Cookies')} data-bar>
      <RoomBelow $height={height} />
      <div>
        <h2>{t('Cookies, in short')}</h2>
        <p>
          {t(
            'Lectern stores what it needs to keep you signed in and your books readable offline. Anything else is up to you.',
          )}{' '}
          <Link to="/legal/privacy-policy">{t('Privacy Policy')}</Link>
        </p>
      </div>
      <Choices>
        <Button onClick={() => consent.save({ analytics: false, marketing: false })}>
          {t('Essential only')}
        </Button>
        <Button onClick={() => consent.save({ analytics: true, marketing: true })}>
          {t('Accept all cookies')}
        </Button>
        <Button variant="quiet" onClick={() => setCustomising(true)}>
          {t('Customize cookies')}
        </Button>
      </Choices>
    </Face>
  );
}

/** A ref and the current height of its element in px. */
function useHeight() {
  const [height, setHeight] = useState(0);
  const observe = useCallback((element: HTMLElement | null) => {
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [observe, height] as const;
}

/** Lets the end of the page and a focused field scroll above the question. */
const RoomBelow = createGlobalStyle<{ $height: number }>`
  html { scroll-padding-block-end: ${({ $height }) => $height}px; }
  body { padding-block-end: calc(${({ $height }) => $height}px + ${space(8)}); }
`;

/** Stacked below dialogs, which it must not cover. */
const Face = styled.section`
  position: fixed;
  inset-block-end: ${space(6)};
  inset-inline: ${space(6)};
  z-index: ${layer.widget};
  display: grid;
  gap: ${space(4)};
  max-inline-size: 34rem;
  margin-inline: auto;
  padding: ${space(5)} ${space(6)};
  border-radius: ${radius.sheet};
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.float};
  animation: lectern-rise ${duration.slow} ${easing};
  & h2 { font-family: ${font.reading}; font-size: ${type.body}; font-weight: 600; }
  & p { margin-block-start: ${space(1)}; color: ${color.textMuted}; font-size: ${type.small}; }
  @media ${media.narrow} {
    inset-inline: ${space(3)};
    inset-block-end: calc(${space(3)} + env(safe-area-inset-bottom));
    padding: ${space(3)} ${space(4)};
    gap: ${space(3)};
  }
`;

const Choices = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  /* On a phone the two buttons share a line. */
  @media ${media.phone} { & > * { flex: 1 1 40%; min-block-size: 44px; padding-inline: ${space(2)}; } }
`;
