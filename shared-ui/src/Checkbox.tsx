import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';
import { color, duration, media, radius, space, touchTarget, type } from './tokens.ts';

export interface CheckboxProps {
  label: ReactNode;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A checkbox. */
export function Checkbox({ label, hint, checked, onChange, disabled }: CheckboxProps) {
  const id = useId();
  return (
    <Row>
      <Box
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <Words>
        <label htmlFor={id}>{label}</label>
        {hint ? <small id={`${id}-hint`}>{hint}</small> : null}
      </Words>
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  align-items: flex-start;
  gap: ${space(3)};
  @media ${media.narrow} { min-block-size: ${touchTarget}; padding-block: ${space(2)}; }
`;

const Words = styled.div`
  display: flex;
  flex-direction: column;
  font-size: ${type.body};
  & > small { color: ${color.textMuted}; }
`;

const tick =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='m3.5 8.5 3 3 6-7' fill='none' stroke='black' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E\")";

const Box = styled.input`
  appearance: none;
  position: relative;
  flex: none;
  inline-size: 1.25rem;
  block-size: 1.25rem;
  margin-block-start: 0.125rem;
  border: 1.5px solid ${color.lineStrong};
  border-radius: ${radius.cover};
  background: ${color.surfaceRaised};
  cursor: pointer;
  transition: background-color ${duration.fast}, border-color ${duration.fast};

  &:hover { border-color: ${color.text}; }
  &:checked { background: ${color.accent}; border-color: ${color.accent}; }
  &::before { content: ''; position: absolute; inset: 0; background: ${color.accentText}; opacity: 0; mask: ${tick} center / 100% no-repeat; }
  &::after { content: ''; position: absolute; inset: -12px; }
  &:checked::before { opacity: 1; }
  &:disabled { opacity: 0.55; cursor: not-allowed; }
  & ~ div > label { cursor: pointer; }
  &:disabled ~ div { color: ${color.textMuted}; }
`;
