import { useState } from 'react';
import { flushSync } from 'react-dom';

/** Messages by the name of the field. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

/** The errors of a form, each for its field. */
export function useFieldErrors() {
  const [errors, setErrors] = useState<FieldErrors>({});
  /**
   * Shows all errors at once and focuses the first field that has one.
   * @returns whether there are none
   */
  const show = (form: HTMLFormElement, found: FieldErrors): boolean => {
    // Before the focus moves, so that a screen reader announces the field with its error.
    flushSync(() => setErrors(found));
    const first = [...form.elements].find(
      (control) => found[control.getAttribute('name') ?? ''] !== undefined,
    );
    if (first instanceof HTMLElement) first.focus();
    return first === undefined;
  };
  return { errors, show, clear: () => setErrors({}) };
}
