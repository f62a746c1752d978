import type { FormValues } from '@lectern/shared-contracts/api/annotations.ts';
import type { ActionType } from '@lectern/shared-contracts/contract/host.ts';

/** PUT /books/:id/form with the changed fields; null resets a field to its value in the file. */
export interface FillForm {
  bookId: string;
  values: Readonly<Record<string, FormValues['values'][string] | null>>;
  updated_at: string;
}

declare module '@lectern/shared-contracts/contract/syncActions.ts' {
  interface ActionPayloads {
    FILL_FORM: FillForm;
  }
}

/** Stores field values of a PDF, optimistically. */
export const fillForm: ActionType<FillForm> = {
  type: 'FILL_FORM',
  priority: 6,
  accepts: (payload): payload is FillForm => {
    const { bookId, values } = (payload ?? {}) as Partial<FillForm>;
    return typeof bookId === 'string' && typeof values === 'object' && values !== null;
  },
  entity: ({ bookId }) => `form:${bookId}`,
  request: ({ bookId, ...body }) => ({
    key: 'PUT /books/:id/form',
    params: { id: bookId },
    body: { ...body, values: { ...body.values } },
  }),
  // Later values win; repeating it gives the same result.
  merge: (earlier, later) => ({ ...later, values: { ...earlier.values, ...later.values } }),
  overlay: {
    'GET /books/:id/form': (form, { bookId, values }, { params }) =>
      params.id === bookId ? { values: filled(form.values, values) } : form,
  },
};

function filled(before: FormValues['values'], changes: FillForm['values']): FormValues['values'] {
  const filledFields = Object.entries({ ...before, ...changes }).flatMap(([field, value]) =>
    value === null ? [] : [[field, value] as const],
  );
  return Object.fromEntries(filledFields);
}
