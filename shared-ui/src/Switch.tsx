import * as Primitive from '@radix-ui/react-switch';
import { useId } from 'react';
import { styled } from 'styled-components';
import { color, duration, easing, media, radius, space, touchTarget, type } from './tokens.ts';

export interface SwitchProps {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A setting that takes effect at once. */
export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <Row>
      <Words>
        <label htmlFor={id}>{label}</label>
        {hint ? <small id={`${id}-hint`}>{hint}</small> : null}
      </Words>
      <Track
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
      >
        <Knob />
      </Track>
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(4)};
  @media ${media.narrow} { min-block-size: ${touchTarget}; }
`;

const Words = styled.div`
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  & > label { font-size: ${type.body}; }
  & > small { color: ${color.textMuted}; }
`;

const Track = styled(Primitive.Root)`
  position: relative;
  flex: none;
  inline-size: 2.75rem;
  block-size: 1.625rem;
  padding: 0;
  border: 1px solid ${color.lineStrong};
  border-radius: ${radius.round};
  background: ${color.surfaceSunken};
  transition: background-color ${duration.normal}, border-color ${duration.normal};

  /* The touch target is larger than the visible switch. */
  &::after { content: ''; position: absolute; inset: -10px -4px; }
  &[data-state='checked'] { background: ${color.accent}; border-color: ${color.accent}; }
  &:focus-visible { border-radius: ${radius.round}; }
  &:disabled { opacity: 0.55; }
`;

const Knob = styled(Primitive.Thumb)`
  position: absolute;
  inset-block-start: 0.1875rem;
  inset-inline-start: 0.1875rem;
  inline-size: 1.125rem;
  block-size: 1.125rem;
  border-radius: ${radius.round};
  background: ${color.lineStrong};
  transition: inset-inline-start ${duration.normal} ${easing}, background-color ${duration.normal};
  &[data-state='checked'] { inset-inline-start: 1.3125rem; background: ${color.accentText}; }
`;
