import type { HighlightColor } from '@lectern/shared-contracts/api/annotations.ts';
import { highlightNames } from '@lectern/shared-contracts/domain/notes/highlightNames.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { highlightColors } from '@lectern/shared-ui/color/highlightColors.ts';
import { color, media, radius, space, touchTarget } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

export interface ColorDotsProps {
  value: HighlightColor | null;
  onChoose: (color: HighlightColor) => void;
}

const colors = Object.keys(highlightColors) as HighlightColor[];

/** The five highlight colors. */
export function ColorDots({ value, onChoose }: ColorDotsProps) {
  const t = useTranslate();
  return (
    <Row role="group" aria-label={t('Highlight color')}>
      {colors.map((name) => (
        <Dot
          key={name}
          type="button"
          aria-label={t(highlightNames[name])}
          aria-pressed={name === value}
          title={t(highlightNames[name])}
          onClick={() => onChoose(name)}
        >
          <span style={{ background: color[highlightColors[name].ground] }} />
        </Dot>
      ))}
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  gap: ${space(0.5)};
`;

const Dot = styled.button`
  display: grid;
  place-items: center;
  inline-size: 2.25rem;
  block-size: 2.25rem;
  padding: 0;
  border: 0;
  border-radius: ${radius.round};
  background: none;
  & > span {
    inline-size: 1.375rem;
    block-size: 1.375rem;
    border: 1px solid ${color.lineStrong};
    border-radius: ${radius.round};
  }
  &:hover > span { outline: 2px solid ${color.line}; outline-offset: 1px; }
  &[aria-pressed='true'] > span { outline: 2px solid ${color.text}; outline-offset: 2px; }
  @media ${media.narrow} { inline-size: ${touchTarget}; block-size: ${touchTarget}; }
  @media ${media.narrow} { & > span { inline-size: 1.75rem; block-size: 1.75rem; } }
`;
