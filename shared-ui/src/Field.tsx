import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, space, type } from './tokens.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface FieldProps {
  /** Id of the control. */
  id: string;
  label: string;
  /** Visually hides the label, where its meaning is visible otherwise. */
  hideLabel?: boolean;
  hint?: string;
  error?: string;
  children: ReactNode;
}

/** Ids for aria-describedby: hint and error. */
export function describedBy(id: string, hint: string | undefined, error: string | undefined) {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
}

/** A label above a control, with hint or error below. */
export function Field({ id, label, hideLabel = false, hint, error, children }: FieldProps) {
  const name = <Label htmlFor={id}>{label}</Label>;
  return (
    <Column>
      {hideLabel ? <VisuallyHidden>{name}</VisuallyHidden> : name}
      {children}
      {hint ? <Hint id={`${id}-hint`}>{hint}</Hint> : null}
      {error ? (
        <FieldError id={`${id}-error`} role="alert">
          {error}
        </FieldError>
      ) : null}
    </Column>
  );
}

const Column = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(1.5)};
  min-inline-size: 0;
`;

const Label = styled.label`
  font-size: ${type.small};
  font-weight: 550;
  color: ${color.text};
`;

const Hint = styled.p`
  font-size: ${type.caption};
  color: ${color.textMuted};
`;

/** What is wrong with a field. */
export const FieldError = styled.p`
  font-size: ${type.caption};
  font-weight: 500;
  color: ${color.danger};
`;
