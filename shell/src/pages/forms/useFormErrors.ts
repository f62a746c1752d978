import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { type FieldErrors, useFieldErrors } from '@lectern/shared-ui/forms/useFieldErrors.ts';

const whenEmpty: FieldErrors = {
  name: text('Name required'),
  email: text('Email required'),
  password: text('Password required'),
  confirmation: text('Passwords do not match'),
};

/**
 * The errors of a form that has `noValidate`: the browser would show only the first one, in its own language and for
 * a few seconds.
 */
export function useFormErrors() {
  const t = useTranslate();
  const { errors, show, clear } = useFieldErrors();
  /**
   * Validates required fields, in which blanks do not count, and email addresses.
   * @param own further errors, which replace those
   * @returns whether the form can be sent
   */
  const check = (form: HTMLFormElement, own: FieldErrors = {}): boolean => {
    const found = { ...constraintErrors(form), ...own };
    return show(
      form,
      Object.fromEntries(Object.entries(found).map(([name, message]) => [name, message && t(message)])),
    );
  };
  return { errors, check, show, clear };
}

function constraintErrors(form: HTMLFormElement): FieldErrors {
  const errors: Record<string, string> = {};
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) continue;
    if (control.required && control.value.trim() === '')
      errors[control.name] = whenEmpty[control.name] ?? text('Please fill in this field.');
    else if (control.validity.typeMismatch) errors[control.name] = text('Enter a valid email address');
  }
  return errors;
}
