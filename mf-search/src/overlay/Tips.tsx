import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** Search tips, shown while the field is empty. */
export function Tips() {
  const t = useTranslate();
  return (
    <Column>
      <h2>{t('Tips')}</h2>
      <ul>
        <li>{t('Type at least two characters. Accents and capitals do not matter.')}</li>
        <li>{t('Words that stand together in a title come first.')}</li>
        <li>{t('“In quotes” finds words as they stand; author:, tag: and in: say where to look.')}</li>
        <li>{t('A sentence you remember is found inside your books, too.')}</li>
      </ul>
    </Column>
  );
}

const Column = styled.div`
  padding: ${space(3)} ${space(5)} ${space(5)};
  color: ${color.textMuted};
  font-size: ${type.small};
  & > h2 { margin-block-end: ${space(1.5)}; font-family: inherit; font-size: ${type.caption}; font-weight: 600; letter-spacing: 0; }
  & > ul { display: grid; gap: ${space(1)}; }
  @media ${media.narrow} { padding-inline: ${space(4)}; }
`;
