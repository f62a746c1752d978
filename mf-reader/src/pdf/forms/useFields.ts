import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useState } from 'react';
import { type FieldSaver, type FieldValues, parseFieldValues } from '../../engine/fields.ts';
import type { FillForm } from './fillForm.ts';

/** Debounce of typing in milliseconds. */
const debounceMs = 500;

/** Stores values of PDF form fields on all devices; a message says so once per opening. */
export function useFields(bookId: string): FieldSaver {
  const t = useTranslate();
  const { data, notify, sync } = useHost();
  const [saver] = useState((): FieldSaver => {
    let current: FieldValues = {};
    let isLoaded = false;
    let waiting: FieldValues | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      clearTimeout(timer);
      if (waiting === null) return;
      const values = changedFields(current, waiting);
      current = waiting;
      waiting = null;
      if (Object.keys(values).length === 0) return;
      runInBackground(sync.enqueue('FILL_FORM', { bookId, values, updated_at: new Date().toISOString() }));
      if (!isLoaded)
        notify.show({ tone: 'info', message: t('What you fill in is kept on all your devices.') });
      isLoaded = true;
    };
    return {
      watch(onValues) {
        const form = data.watch('GET /books/:id/form', { params: { id: bookId } });
        const tell = () => {
          const loaded = form.get();
          if (loaded.status !== 'ready' || waiting !== null) return;
          current = parseFieldValues(loaded.value.values);
          onValues(current);
        };
        tell();
        const stop = form.subscribe(tell);
        window.addEventListener('pagehide', flush);
        return () => {
          stop();
          window.removeEventListener('pagehide', flush);
          flush();
        };
      },
      keep(values) {
        waiting = values;
        clearTimeout(timer);
        timer = setTimeout(flush, debounceMs);
      },
    };
  });
  return saver;
}

/** Changed fields; null for those that were cleared. */
export function changedFields(before: FieldValues, after: FieldValues): FillForm['values'] {
  const changed: Record<string, FillForm['values'][string]> = {};
  for (const [field, value] of Object.entries(after))
    if (JSON.stringify(before[field]) !== JSON.stringify(value))
      changed[field] = typeof value === 'string' || typeof value === 'boolean' ? value : [...value];
  for (const field of Object.keys(before)) if (!(field in after)) changed[field] = null;
  return changed;
}
