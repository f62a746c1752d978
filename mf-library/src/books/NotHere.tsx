import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, radius, space } from '@lectern/shared-ui/tokens.ts';
import { CloudOff } from 'lucide-react';
import { styled } from 'styled-components';

/** Over a cover while there is no network: this book has not been downloaded. */
export function NotHere() {
  const t = useTranslate();
  return (
    <Veil role="img" aria-label={t('Not on this device')}>
      <CloudOff aria-hidden />
    </Veil>
  );
}

const Veil = styled.i`
  position: absolute;
  inset: 0;
  z-index: 1;
  display: grid;
  place-content: center;
  border-radius: ${radius.cover};
  background: color-mix(in srgb, ${color.surface} 62%, transparent);
  color: ${color.text};
  & > svg { padding: ${space(1)}; inline-size: 2rem; block-size: 2rem; border-radius: ${radius.round}; background: ${color.surface}; }
`;
