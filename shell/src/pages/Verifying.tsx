import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { Wordmark } from '../layout/frame/Wordmark.tsx';

/** Shown while the sign-in state loads [RT-06], after a short delay, so that most readers never see it. */
export function Verifying() {
  const t = useTranslate();
  return (
    <Middle role="status" aria-busy="true">
      <Wordmark />
      <p>{t('Verifying your sign-in…')}</p>
    </Middle>
  );
}

const Middle = styled.main`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: ${space(4)};
  min-block-size: 100dvh;
  color: ${color.textMuted};
  font-family: ${font.reading};
  font-size: ${type.small};
  animation: lectern-fade-in 240ms 200ms backwards;
`;
