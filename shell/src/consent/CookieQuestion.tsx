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
import { useState } from 'react';
import { styled } from 'styled-components';
import { lazyPart } from '../federation/lazyPart.tsx';
import { useShell } from '../host/shell.ts';

const CookiePreferences = lazyPart(() => import('./CookiePreferences.tsx').then((m) => m.CookiePreferences));

/** Asks once what may be stored. Nothing but the essential happens until there is an answer. */
export function CookieQuestion() {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const { consent } = useShell();
  const [customising, setCustomising] = useState(false);

  if (customising) return <CookiePreferences onClose={() => setCustomising(false)} />;
  return (
    <Face aria-label={t('Cookies')}>
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

const Face = styled.section`
  position: fixed;
  inset-block-end: ${space(6)};
  inset-inline: ${space(6)};
  z-index: ${layer.notice};
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
    padding: ${space(4)};
  }
`;

const Choices = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  /* On a telephone all three are as easy to hit. */
  @media ${media.phone} { & > * { flex: 1 1 100%; min-block-size: 44px; } }
`;
