import { Star } from 'lucide-react';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { color, duration, media, space, touchTarget } from '../tokens.ts';

export interface RatingProps {
  label: string;
  /** Accessible name of a number of stars. */
  nameOf: (stars: number) => string;
  /** Stars, 1-5. */
  value: number | null;
  onChange: (value: number | null) => void;
}

/**
 * One to five stars as radio buttons. Clicking the selected star clears the rating.
 */
export function Rating({ label, nameOf, value: stored, onChange }: RatingProps) {
  const name = useId();
  // Optimistic: until the change is stored, the radio button would jump back.
  const [previous, setPrevious] = useState(stored);
  const [value, setValue] = useState(stored);
  if (previous !== stored) {
    setPrevious(stored);
    setValue(stored);
  }
  const choose = (next: number | null) => {
    setValue(next);
    onChange(next);
  };
  return (
    <Stars>
      <legend>{label}</legend>
      {[1, 2, 3, 4, 5].map((count) => (
        <label key={count} data-on={count <= (value ?? 0) || undefined}>
          <input
            type="radio"
            name={name}
            value={count}
            checked={value === count}
            aria-label={nameOf(count)}
            onChange={() => choose(count)}
            onClick={() => value === count && choose(null)}
            onKeyDown={(event) => {
              if (event.key === 'Delete' || event.key === 'Backspace') choose(null);
            }}
          />
          <Star aria-hidden />
        </label>
      ))}
    </Stars>
  );
}

const Stars = styled.fieldset`
  display: flex;
  padding: 0;
  border: 0;
  & > legend { float: inline-start; align-self: center; margin-inline-end: ${space(3)}; padding: 0; font-size: 0.875rem; color: ${color.textMuted}; }
  & > label {
    position: relative;
    display: grid;
    place-content: center;
    inline-size: 2rem;
    block-size: 2.25rem;
    color: ${color.lineStrong};
    cursor: pointer;
    transition: color ${duration.fast};
  }
  & input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
  & svg { inline-size: 1.375rem; block-size: 1.375rem; }
  & > [data-on] { color: ${color.accent}; }
  & > [data-on] svg { fill: currentColor; }
  & > label:has(:focus-visible) { outline: 2px solid ${color.focus}; outline-offset: -2px; border-radius: 4px; }
  @media ${media.narrow} {
    & > label { inline-size: ${touchTarget}; block-size: ${touchTarget}; }
  }
`;
