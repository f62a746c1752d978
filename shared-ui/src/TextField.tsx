import type { ChangeEvent, InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useId } from 'react';
import { styled } from 'styled-components';
import { controlStyles } from './control.styles.ts';
import { describedBy, Field } from './Field.tsx';
import { color, space } from './tokens.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'size'> {
  label: string;
  hideLabel?: boolean;
  hint?: string;
  /** What is wrong and what to do; marks the field invalid. */
  error?: string;
  /** Called with the text. */
  onChange?: (value: string) => void;
  /** Multiline with `rows` lines, growing with its text. */
  multiline?: boolean;
  rows?: number;
  /** Icon at the start. */
  icon?: ReactNode;
  /** Content at the end, such as a button that shows the password. */
  trailing?: ReactNode;
  ref?: Ref<Control>;
}

/** A text field. */
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
  ${controlStyles}
  &::-webkit-search-cancel-button { appearance: none; }
  /* Addresses run from left to right in every language: a long one is cut at its end. */
  &:is([type='email'], [type='url']) { direction: ltr; text-align: -webkit-match-parent; text-align: match-parent; }
`;

const Area = styled.textarea`
  ${controlStyles}
  resize: vertical;
  field-sizing: content;
  /* More specific than the minimum height of controls on narrow screens. */
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
