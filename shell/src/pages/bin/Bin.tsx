import type { BinEntry, BinKind } from '@lectern/shared-contracts/api/bin.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { Shelf } from '@lectern/shared-ui/illustrations/Shelf.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { useFormats } from '../../services/i18n/formats.ts';
import { Muted } from '../../services/theme/prose.ts';
import { ListPages } from '../query/ListPages.tsx';
import { BinItem } from './BinItem.tsx';
import { addressOf, binKinds, kindLabels, payloadOf, titleOf } from './binEntries.ts';

/** Entries on a page, as the route of the settings prefetches them. */
const pageSize = 100;
const settledMs = 250;

/** What is to be confirmed. */
type Question =
  | { about: 'restore'; entry: BinEntry }
  | { about: 'delete'; entry: BinEntry }
  | { about: 'empty'; entries: readonly BinEntry[]; isAll: boolean };

/** What was deleted: found by kind and words, restored, or deleted for good. Offline it shows the newest entries. */
export function Bin() {
  const t = useTranslate();
  const { network, sync } = useHost();
  const isOffline = useReadable(network) !== 'online';
  // Emptying must not overtake a restore that waits to be sent, or was refused and may be tried again.
  const { pending, syncing, failed } = useReadable(sync.state);
  const isSent = pending + syncing + failed.length === 0;
  const [kind, setKind] = useState<BinKind | null>(null);
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  const [question, setQuestion] = useState<Question | null>(null);
  const { restore } = useBinActions();
  const { day } = useFormats();
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), settledMs);
    return () => clearTimeout(timer);
  }, [typed]);

  // Only the first page of everything is kept for visits without a network.
  const filter = isOffline ? {} : { ...(kind ? { kind } : {}), ...(words ? { q: words } : {}) };
  const isFiltered = kind !== null || words !== '';
  const request = (cursor?: string) => ({
    query: { limit: pageSize, ...filter, ...(cursor ? { cursor } : {}) },
  });
  const first = useData('GET /bin', request());
  const entries = first.status === 'ready' ? first.value.items : [];
  const shownOf = (items: readonly BinEntry[]) =>
    isOffline ? items.filter((entry) => isFound(entry, kind, words)) : items;
  const askEmpty = () =>
    setQuestion({
      about: 'empty',
      entries: shownOf(entries),
      isAll: first.status !== 'ready' || !first.value.next_cursor,
    });

  return (
    <Card
      title={t('Bin')}
      actions={
        isSent && shownOf(entries).length > 0 && words === '' ? (
          <Button size="small" variant="quiet" flush="end" onClick={askEmpty}>
            {kind === null ? t('Empty bin') : t('Delete these for good')}
          </Button>
        ) : null
      }
    >
      <Stack gap={6}>
        <Muted>
          {t(
            'What you delete stays here for 90 days, books and files for 30. Until then you can restore it.',
          )}
        </Muted>
        {entries.length > 0 || isFiltered ? (
          <Filters>
            <TextField
              label={t('Search the bin')}
              type="search"
              value={typed}
              onChange={setTyped}
              maxLength={400}
            />
            <Select
              label={t('Kind')}
              value={kind ?? ''}
              options={[
                { value: '', label: t('Everything') },
                ...binKinds.map((value) => ({ value, label: t(kindLabels[value]) })),
              ]}
              onChange={(value) => setKind(binKinds.find((known) => known === value) ?? null)}
            />
          </Filters>
        ) : null}
        <ListPages
          read="GET /bin"
          request={request}
          empty={isFiltered ? <Muted>{t('Nothing in the bin matches.')}</Muted> : <EmptyBin />}
        >
          {(items, last) => {
            const shown = shownOf(items);
            if (shown.length === 0) return <Muted>{t('Nothing in the bin matches.')}</Muted>;
            return [...Map.groupBy(shown, ({ deleted_at }) => day(deleted_at))].map(([name, deleted]) => (
              <section key={name}>
                {last && day(last.deleted_at) === name ? null : <DayHeading>{name}</DayHeading>}
                <List>
                  {deleted.map((entry) => (
                    <BinItem
                      key={entry.id}
                      entry={entry}
                      onRestore={() =>
                        entry.book_in_bin
                          ? setQuestion({ about: 'restore', entry })
                          : runInBackground(restore(entry, false))
                      }
                      onDelete={() => setQuestion({ about: 'delete', entry })}
                    />
                  ))}
                </List>
              </section>
            ));
          }}
        </ListPages>
      </Stack>
      {question ? <BinQuestion question={question} kind={kind} onClose={() => setQuestion(null)} /> : null}
    </Card>
  );
}

function isFound(entry: BinEntry, kind: BinKind | null, words: string): boolean {
  const content = `${entry.title}\n${entry.excerpt}\n${entry.book_title ?? ''}`.toLocaleLowerCase();
  return (kind === null || entry.kind === kind) && content.includes(words.toLocaleLowerCase());
}

function EmptyBin() {
  const t = useTranslate();
  return (
    <EmptyState
      illustration={<Shelf />}
      headingLevel={3}
      title={t('The bin is empty')}
      message={t(
        'Notes, highlights, books and everything else that you delete waits here, in case you want it back.',
      )}
    />
  );
}

/** Restores entries and deletes them for good, through the queue. */
function useBinActions() {
  const t = useTranslate();
  const { notify, navigation, network } = useHost();
  const enqueue = useEnqueue();
  const failure = text('The bin could not be changed.');
  return {
    async restore(entry: BinEntry, withBook: boolean): Promise<boolean> {
      const payload = { ...payloadOf(entry), ...(withBook ? { withBook } : {}) };
      if (!(await enqueue('RESTORE_FROM_BIN', payload, failure))) return false;
      const address = addressOf(entry);
      const isShown = ['note', 'highlight', 'bookmark', 'collection', 'word'].some((row) => row in payload);
      const isHere = network.get() === 'online' || (isShown && !withBook);
      notify.show({
        tone: 'success',
        duration: 8_000,
        message: isHere ? t('Restored.') : t('It comes back when you are online.'),
        ...(isHere
          ? {
              action: {
                label: t('Show'),
                onAction: () => navigation.go(address.to, { state: address.state }),
              },
            }
          : {}),
      });
      return true;
    },
    remove: ({ id, thing_id }: BinEntry) => enqueue('DELETE_FROM_BIN', { id, thing_id }, failure),
    empty: (until: string, kind: BinKind | null) =>
      enqueue('EMPTY_BIN', { until, ...(kind ? { kind } : {}) }, failure),
  };
}

interface BinQuestionProps {
  question: Question;
  /** The kind that is shown; null for all. */
  kind: BinKind | null;
  onClose: () => void;
}

/** Asks whether the book should come back too, or says what is about to be deleted for good. */
function BinQuestion({ question, kind, onClose }: BinQuestionProps) {
  const t = useTranslate();
  const { restore, remove, empty } = useBinActions();
  const { number, day } = useFormats();
  const confirm = async (work: Promise<boolean>) => {
    if (await work) onClose();
  };
  const dialog = { onClose, cancelLabel: t('Cancel') };
  if (question.about === 'restore')
    return (
      <ConfirmDialog
        {...dialog}
        title={t('Its book is in the bin too')}
        description={t('“{{title}}” comes back with it, with everything that was deleted with the book.', {
          title: question.entry.book_title ?? '',
        })}
        confirmLabel={t('Restore both')}
        onConfirm={() => runInBackground(confirm(restore(question.entry, true)))}
      />
    );
  if (question.about === 'delete')
    return (
      <ConfirmDialog
        {...dialog}
        title={t('Delete “{{title}}” for good?', { title: titleOf(question.entry, t, day) })}
        description={t(
          'It will be gone for good, with its earlier versions and everything that was deleted with it. This cannot be undone.',
        )}
        confirmLabel={t('Delete for good')}
        onConfirm={() => runInBackground(confirm(remove(question.entry)))}
        danger
      />
    );
  const [newest] = question.entries;
  if (newest === undefined) return null;
  const counts = [...Map.groupBy(question.entries, (entry) => entry.kind)].map(
    ([name, entries]) => `${t(kindLabels[name])}: ${number(entries.length)}`,
  );
  return (
    <ConfirmDialog
      {...dialog}
      title={kind === null ? t('Empty the bin?') : t('Delete these for good?')}
      description={t(
        'They will be gone for good, with their earlier versions and everything that was deleted with them. This cannot be undone.',
      )}
      confirmLabel={kind === null ? t('Empty bin') : t('Delete for good')}
      onConfirm={() => runInBackground(confirm(empty(newest.deleted_at, kind)))}
      danger
    >
      <p>{[...counts, question.isAll ? null : t('and everything older')].filter(Boolean).join(' · ')}</p>
    </ConfirmDialog>
  );
}

const Filters = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  & > * { flex: 1 1 8rem; min-inline-size: 0; }
  & > :first-child { flex: 2 1 12rem; }
`;

const DayHeading = styled.h3`
  margin-block-end: ${space(1)};
  color: ${color.textMuted};
  font-family: ${font.interface};
  font-size: ${type.small};
  font-weight: 500;
`;

const List = styled.ul.attrs({ role: 'list' })`
  & > li + li { border-block-start: 1px solid ${color.line}; }
`;
