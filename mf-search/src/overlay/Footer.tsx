import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Kbd } from '@lectern/shared-ui/Kbd.tsx';
import { color, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { memo } from 'react';
import { styled } from 'styled-components';

/** Keyboard hints, and a note when full text could not be searched. */
export const Footer = memo(function Footer({ passages }: { passages: 'all' | 'downloaded' | 'none' }) {
  const t = useTranslate();
  return (
    <Line>
      <p>
        {passages === 'none'
          ? t('The text inside your books cannot be searched at the moment.')
          : passages === 'downloaded'
            ? t('Offline: the text of your downloaded books is searched.')
            : ''}
      </p>
      <Keys aria-hidden>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('choose')}
        </span>
        <span>
          <Kbd>↵</Kbd> {t('open')}
        </span>
        <span>
          <Kbd>Esc</Kbd> {t('close')}
        </span>
      </Keys>
    </Line>
  );
});

const Line = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(4)};
  padding: ${space(2)} ${space(5)};
  border-block-start: 1px solid ${color.line};
  color: ${color.textMuted};
  font-size: ${type.caption};
  @media ${media.narrow} { padding-inline: ${space(4)}; &:not(:has(p:not(:empty))) { display: none; } }
`;

const Keys = styled.div`
  display: flex;
  gap: ${space(4)};
  @media ${media.narrow} { display: none; }
`;
