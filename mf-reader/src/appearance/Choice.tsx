import { color, media, radius, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import type { CSSProperties, ReactNode } from 'react';
import { useId } from 'react';
import { styled } from 'styled-components';

export interface ChoiceOption<V extends string> {
  value: V;
  label: string;
  /** In place of the label; the label is read out. */
  face?: ReactNode;
  style?: CSSProperties;
}

export interface ChoiceProps<V extends string> {
  label: string;
  options: readonly ChoiceOption<V>[];
  value: V;
  onChange: (value: V) => void;
  /** Longer labels: two in a row. */
  wide?: boolean;
}

/** Radio buttons side by side. */
export function Choice<V extends string>({ label, options, value, onChange, wide }: ChoiceProps<V>) {
  const name = useId();
  return (
    <Group>
      <legend>{label}</legend>
      <Row data-wide={wide || undefined}>
        {options.map((option) => (
          <Option key={option.value} style={option.style}>
            <input
              type="radio"
              name={name}
              aria-label={option.label}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span aria-hidden>{option.face ?? option.label}</span>
          </Option>
        ))}
      </Row>
    </Group>
  );
}

const Group = styled.fieldset`
  border: 0;
  padding: 0;
  min-inline-size: 0;
  & > legend { padding: 0; margin-block-end: ${space(1.5)}; font-size: ${type.small}; font-weight: 550; }
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1.5)};
  &[data-wide] { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(8rem, 100%), 1fr)); }
`;

const Option = styled.label`
  position: relative;
  flex: 1;
  display: flex;
  align-items: center;
  justify-content: center;
  min-block-size: 2.25rem;
  padding: ${space(1)} ${space(1.5)};
  border: 1px solid ${color.line};
  border-radius: ${radius.control};
  font-size: ${type.small};
  line-height: 1.2;
  text-align: center;
  cursor: pointer;
  & > input { position: absolute; inset: 0; opacity: 0; margin: 0; cursor: inherit; }
  &:hover { border-color: ${color.lineStrong}; }
  &:has(:checked) { border-color: ${color.accent}; box-shadow: inset 0 0 0 1px ${color.accent}; }
  &:has(:focus-visible) { outline: 2px solid ${color.focus}; outline-offset: 2px; }
  @media ${media.narrow} { min-block-size: ${touchTarget}; }
`;
