import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { type FormEvent, useState } from 'react';
import { styled } from 'styled-components';
import { type Entry, useEntries } from './useEntries.ts';

/** The page at /sample: a list of entries, and a field to add one. It works offline. */
export function SamplePage() {
  const t = useTranslate();
  const { data, notify } = useHost();
  const entries = useEntries();
  const [content, setContent] = useState('');

  const add = (event: FormEvent) => {
    event.preventDefault();
    setContent('');
    runInBackground(
      data
        .collection<Entry>('entries')
        .put({ id: crypto.randomUUID(), content })
        .catch(() => notify.show({ tone: 'danger', message: t('The entry could not be saved.') })),
    );
  };

  return (
    <>
      <PageHeader title={t('Sample')} />
      <Stack gap={5}>
        <form onSubmit={add}>
          <Stack gap={3}>
            <TextField label={t('New entry')} value={content} onChange={setContent} />
            <Button type="submit" variant="primary" disabled={content.trim() === ''}>
              {t('Add')}
            </Button>
          </Stack>
        </form>
        {entries.length === 0 ? <EmptyState title={t('Nothing here yet.')} /> : null}
        <List>
          {entries.map((entry) => (
            <li key={entry.id}>{entry.content}</li>
          ))}
        </List>
      </Stack>
    </>
  );
}

const List = styled.ul`
  display: grid;
  gap: ${space(2)};
  padding: 0;
  list-style: none;
`;
