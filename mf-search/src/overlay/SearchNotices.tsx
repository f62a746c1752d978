import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, media, space, type as typeScale } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** How the results differ from what was typed: another spelling, or words left out. */
export function SearchNotices({
  corrected,
  leftOut,
}: {
  corrected: string | null;
  leftOut: readonly string[];
}) {
  const t = useTranslate();
  return (
    <>
      {corrected ? (
        <Notice role="status">
          {t('Nothing has that spelling. These are for “{{words}}”.', { words: corrected })}
        </Notice>
      ) : null}
      {leftOut.length > 0 ? (
        <Notice role="status">
          {t('No passage has all of these words. Left out: {{words}}.', { words: leftOut.join(', ') })}
        </Notice>
      ) : null}
    </>
  );
}

const Notice = styled.p`
  padding: ${space(2)} ${space(5)} 0;
  color: ${color.textMuted};
  font-size: ${typeScale.small};
  @media ${media.narrow} { padding-inline: ${space(4)}; }
`;
