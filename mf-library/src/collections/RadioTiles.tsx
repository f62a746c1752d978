import { color, media, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';

interface RadioTilesProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string; face: ReactNode }[];
}

/** Radio buttons as tiles. */
export function RadioTiles({ label, value, onChange, options }: RadioTilesProps) {
  const name = useId();
  return (
    <Group>
      <legend>{label}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value} title={option.label}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            <StyledTile aria-hidden>{option.face}</StyledTile>
            <VisuallyHidden>{option.label}</VisuallyHidden>
          </label>
        ))}
      </div>
    </Group>
  );
}

const StyledTile = styled.span`
  display: grid;
  place-content: center;
  inline-size: 2.25rem;
  block-size: 2.25rem;
  border: 2px solid transparent;
  border-radius: ${radius.control};
  cursor: pointer;
  & > span { inline-size: 1.5rem; block-size: 1.5rem; border-radius: ${radius.round}; }
  & > svg { inline-size: 1.25rem; block-size: 1.25rem; }
  &:hover { background: ${color.surfaceHover}; }
  @media ${media.narrow} { inline-size: 2.75rem; block-size: 2.75rem; }
`;

const Group = styled.fieldset`
  padding: 0;
  border: 0;
  & > legend { padding: 0; margin-block-end: ${space(1.5)}; font-size: ${type.small}; font-weight: 550; }
  & > div { display: flex; flex-wrap: wrap; gap: ${space(1)}; }
  & label { position: relative; }
  & input { position: absolute; inset: 0; opacity: 0; cursor: pointer; margin: 0; }
  & input:checked + ${StyledTile} { border-color: ${color.accent}; background: ${color.accentSoft}; }
  & input:focus-visible + ${StyledTile} { outline: 2px solid ${color.focus}; outline-offset: 1px; }
`;
