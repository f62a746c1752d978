import { asHostError } from '@lectern/client/common/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { type FieldErrors, useFieldErrors } from '@lectern/shared-ui/forms/useFieldErrors.ts';
import { type FormEvent, useState } from 'react';

/**
 * Runs what the reader has started, usually a call. `busy` is true meanwhile.
 * @param onFailure takes the message of a failure; by default it is shown as a notification
 */
export function useAttempt(onFailure?: (message: string) => void) {
  const t = useTranslate();
  const { notify } = useHost();
  const [busy, setBusy] = useState(false);
  const fail = onFailure ?? ((message: string) => notify.show({ tone: 'danger', message }));
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      fail(t(asHostError(failure).message));
    } finally {
      setBusy(false);
    }
  };
  return { busy, attempt: (work: () => Promise<unknown>) => runInBackground(run(work)) };
}

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
    else if (!control.validity.valid)
      errors[control.name] = text('This is not a number that can be used here.');
  }
  return errors;
}

/**
 * A form that makes one call. Spread `form` into the element; `errors` belong to its fields, and `error` is the
 * message of a call that failed.
 * @param own further errors than those of useFormErrors
 */
export function useCallForm(send: () => Promise<unknown>, own: () => FieldErrors = () => ({})) {
  const [error, setError] = useState<string>();
  const { busy, attempt } = useAttempt(setError);
  const { errors, check } = useFormErrors();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setError(undefined);
    if (check(event.currentTarget, own())) attempt(send);
  };
  return { busy, error, errors, form: { noValidate: true, onSubmit } };
}
