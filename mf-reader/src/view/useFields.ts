import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useState } from 'react';
import { type FieldSaver, parseFieldValues } from '../engine/fields.ts';

/** Form values are stored in this browser; a message says so once per opening. */
export function useFields(bookId: string): FieldSaver {
  const t = useTranslate();
  const { preferences, notify } = useHost();
  const [saver] = useState((): FieldSaver => {
    const name = `reader.fields.${bookId}`;
    let told = false;
    return {
      known: parseFieldValues(preferences.watch<unknown>(name, {}).get()),
      keep(values) {
        preferences.set(name, values);
        if (!told) notify.show({ tone: 'info', message: t('What you fill in is kept in this browser.') });
        told = true;
      },
    };
  });
  return saver;
}
