import type { ChangeEvent, InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useId } from 'react';
import { styled } from 'styled-components';
import { controlFace } from './controlFace.ts';
import { describedBy, Field } from './Field.tsx';
import { color, space } from './tokens.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'size'> {
  label: string;
  hideLabel?: boolean;
  hint?: string;
  /** What is wrong and what to do; marks the field invalid. */
  error?: string;
  /** Called with the text itself. */
  onChange?: (value: string) => void;
  /** Several lines; `rows` of them, and it grows with its text. */
  multiline?: boolean;
  rows?: number;
  /** Drawn at the start of the field. */
  icon?: ReactNode;
  /** Stands at the end of the field: a button that shows the password, say. */
  trailing?: ReactNode;
  ref?: Ref<Control>;
}

/** A line of text to fill in, or several. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  onChange,
  multiline = false,
  rows = 4,
  icon,
  trailing,
  id: givenId,
  ref,
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const shared = {
    ...rest,
    id,
    'aria-invalid': error ? true : rest['aria-invalid'],
    'aria-describedby': describedBy(id, hint, error) ?? rest['aria-describedby'],
    onChange: (event: ChangeEvent<Control>) => onChange?.(event.target.value),
  };
  return (
    <Field id={id} label={label} hideLabel={hideLabel} hint={hint} error={error}>
      <Frame $icon={icon !== undefined} $trailing={trailing !== undefined}>
        {icon ? <Lead aria-hidden>{icon}</Lead> : null}
        {multiline ? (
          <Area {...(shared as object)} rows={rows} ref={ref as Ref<HTMLTextAreaElement>} />
        ) : (
          <Line {...shared} ref={ref as Ref<HTMLInputElement>} />
        )}
        {trailing ? <Trail>{trailing}</Trail> : null}
      </Frame>
    </Field>
  );
}

const Frame = styled.div<{ $icon: boolean; $trailing: boolean }>`
  position: relative;
  & > input, & > textarea {
    ${({ $icon }) => ($icon ? `padding-inline-start: ${space(10)};` : '')}
    ${({ $trailing }) => ($trailing ? `padding-inline-end: ${space(12)};` : '')}
  }
`;

const Line = styled.input`
  ${controlFace}
  &::-webkit-search-cancel-button { appearance: none; }
`;

const Area = styled.textarea`
  ${controlFace}
  resize: vertical;
  field-sizing: content;
  /* Stronger than the least height of a line at narrow width, which every control has. */
  && { min-block-size: ${({ rows }) => `${(rows ?? 4) * 1.4 + 1.125}em`}; }
  max-block-size: 60vh;
`;

const Lead = styled.span`
  position: absolute;
  inset-block: 0;
  inset-inline-start: ${space(3)};
  display: flex;
  align-items: center;
  color: ${color.textMuted};
  pointer-events: none;
  & > svg { inline-size: 1.125rem; block-size: 1.125rem; }
`;

const Trail = styled.span`
  position: absolute;
  inset-block: 0;
  inset-inline-end: ${space(1)};
  display: flex;
  align-items: center;
`;
