import { ChevronDown } from 'lucide-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import { useId } from 'react';
import { styled } from 'styled-components';
import { controlStyles } from './control.styles.ts';
import { describedBy, Field } from './Field.tsx';
import { color, space } from './tokens.ts';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps
  extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'size' | 'multiple'> {
  label: string;
  hideLabel?: boolean;
  hint?: string;
  error?: string;
  options: readonly SelectOption[];
  /** Called with the value itself. */
  onChange?: (value: string) => void;
  ref?: Ref<HTMLSelectElement>;
}

/** A native select. */
export function Select({
  label,
  hideLabel,
  hint,
  error,
  options,
  onChange,
  id: givenId,
  ...rest
}: SelectProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <Field id={id} label={label} hideLabel={hideLabel} hint={hint} error={error}>
      <Frame>
        <StyledSelect
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          onChange={(event) => onChange?.(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </StyledSelect>
        <ChevronDown aria-hidden />
      </Frame>
    </Field>
  );
}

const Frame = styled.div`
  position: relative;
  & > svg {
    position: absolute;
    inset-block-start: calc(50% - 0.5rem);
    inset-inline-end: ${space(3)};
    inline-size: 1rem;
    block-size: 1rem;
    color: ${color.textMuted};
    pointer-events: none;
  }
`;

const StyledSelect = styled.select`
  ${controlStyles}
  appearance: none;
  padding-inline-end: ${space(9)};
  text-overflow: ellipsis;
  & > option { background: ${color.surfaceRaised}; color: ${color.text}; }
`;
