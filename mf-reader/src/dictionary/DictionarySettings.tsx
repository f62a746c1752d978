import type { Dictionary, HostDictionaries } from '@lectern/shared-contracts/contract/hostDictionaries.ts';
import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { groupFiles } from '@lectern/shared-contracts/domain/dictionary/readDictionaries.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';

/** The dictionaries of this browser in lookup order, those available for download, and an import of one's own. */
export function DictionarySettings() {
  const t = useTranslate();
  const { dictionaries, navigation, notify } = useHost();
  const all = useReadable(dictionaries.all);
  const input = useRef<HTMLInputElement>(null);
  const [adding, setAdding] = useState(false);
  useEffect(() => runInBackground(dictionaries.load()), [dictionaries]);
  const showWarning = (message: string) => notify.show({ tone: 'warning', message, duration: 8_000 });
  const showFailure = (error: unknown) => showWarning(t(errorMessage(error)));

  const add = async (files: readonly File[]) => {
    if (files.length === 0) return;
    setAdding(true);
    const { added, refused } = await addDictionaries(dictionaries, files);
    setAdding(false);
    if (added.length > 0)
      notify.show({ tone: 'success', message: t('Added: {{names}}', { names: added.join(', ') }) });
    const isOnlyOne = added.length + refused.length === 1;
    for (const { name, error } of refused) {
      const problem = t(errorMessage(error));
      showWarning(isOnlyOne ? problem : t('{{name}}: {{problem}}', { name, problem }));
    }
  };
  const move = (at: number, by: number) => {
    const ids = all.map(({ id }) => id);
    const [moved = ''] = ids.splice(at, 1);
    ids.splice(at + by, 0, moved);
    dictionaries.order(ids);
  };

  return (
    <Card title={t('Dictionaries')}>
      <Column>
        <p>
          {t('Select a word in a book and choose Look up. The first dictionary in this list answers first.')}
        </p>
        <ul>
          {all.map((dictionary, at) => (
            <DictionaryRow
              key={dictionary.id}
              dictionary={dictionary}
              onUp={at === 0 ? null : () => move(at, -1)}
              onDown={at === all.length - 1 ? null : () => move(at, 1)}
              onFailure={showFailure}
            />
          ))}
        </ul>
        <div>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label={t('Files of a dictionary')}
            onChange={({ target }) => {
              runInBackground(add([...(target.files ?? [])]));
              target.value = '';
            }}
          />
          <Button icon={<Plus />} busy={adding} onClick={() => input.current?.click()}>
            {t('Add a dictionary')}
          </Button>
          <small>
            {t(
              'StarDict (.ifo, .idx, .dict, .syn) or DICT (.index, .dict). Choose all files of it together. It stays in this browser.',
            )}
          </small>
        </div>
        <navigation.Link to="/words">{t('Words you looked up')}</navigation.Link>
      </Column>
    </Card>
  );
}

interface DictionaryRowProps {
  dictionary: Dictionary;
  /** Null at the ends of the list. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onFailure: (error: unknown) => void;
}

function DictionaryRow({ dictionary, onUp, onDown, onFailure }: DictionaryRowProps) {
  const t = useTranslate();
  const { dictionaries } = useHost();
  return (
    <li>
      <div>
        <span dir="auto">{dictionary.name}</span>
        <Details dictionary={dictionary} />
        {dictionary.license ? (
          <details>
            <summary>{t('License')}</summary>
            <p dir="auto">{dictionary.license}</p>
          </details>
        ) : null}
      </div>
      {dictionary.state === 'ready' ? (
        <span>
          <IconButton
            label={t('Move {{name}} up', { name: dictionary.name })}
            icon={<ArrowUp />}
            disabled={onUp === null}
            onClick={() => onUp?.()}
          />
          <IconButton
            label={t('Move {{name}} down', { name: dictionary.name })}
            icon={<ArrowDown />}
            disabled={onDown === null}
            onClick={() => onDown?.()}
          />
          <IconButton
            label={t('Remove {{name}}', { name: dictionary.name })}
            icon={<Trash2 />}
            onClick={() => runInBackground(dictionaries.remove(dictionary.id).catch(onFailure))}
          />
        </span>
      ) : (
        <Button
          size="small"
          busy={dictionary.state === 'downloading'}
          aria-label={t('Download {{name}}', { name: dictionary.name })}
          onClick={() => runInBackground(dictionaries.download(dictionary.id).catch(onFailure))}
        >
          {t('Download')}
        </Button>
      )}
    </li>
  );
}

/** Minimum bytes for which the size is shown. */
const smallest = 100_000;

function Details({ dictionary: { from, to, entries, bytes, source } }: { dictionary: Dictionary }) {
  const t = useTranslate();
  const { i18n } = useHost();
  const language = useReadable(i18n.language);
  const arrow = i18n.direction() === 'rtl' ? '←' : '→';
  const names = new Intl.DisplayNames([language], { type: 'language' });
  const nameOf = (code: string) => names.of(code) ?? code;
  const size = (megabytes: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
      megabytes,
    );
  const parts = [
    from === null
      ? null
      : from === to || to === null
        ? nameOf(from)
        : `${nameOf(from)} ${arrow} ${nameOf(to)}`,
    entries === null ? null : t('{{count}} entries', { count: entries }),
    bytes === null || bytes < smallest ? null : size(bytes / 1_000_000),
    source === 'imported' ? t('added by you') : null,
  ];
  return <small>{parts.filter((part) => part !== null).join(' · ')}</small>;
}

const Column = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  & > ul { display: flex; flex-direction: column; gap: ${space(3)}; margin: 0; padding: 0; list-style: none; }
  & > ul > li { display: flex; align-items: flex-start; justify-content: space-between; gap: ${space(3)}; }
  & > ul > li > span { display: flex; flex: none; }
  & button + small { margin-block-start: ${space(2)}; }
  & small { display: block; color: ${color.textMuted}; font-size: ${type.small}; }
  & summary { color: ${color.textMuted}; font-size: ${type.small}; cursor: pointer; }
  & details > p { font-size: ${type.small}; white-space: pre-line; overflow-wrap: anywhere; }
`;

interface AddedDictionaries {
  /** Names of the dictionaries that were added. */
  added: string[];
  /** The others, by the base name of their files; without one where no file is that of a dictionary. */
  refused: { name: string; error: unknown }[];
}

/** Adds each dictionary in these files by itself: one that cannot be read does not keep out the others. */
async function addDictionaries(
  dictionaries: Pick<HostDictionaries, 'add'>,
  files: readonly File[],
): Promise<AddedDictionaries> {
  const groups = groupFiles(files).map((group) => ({ name: group.name, files: [...group.files.values()] }));
  const result: AddedDictionaries = { added: [], refused: [] };
  for (const group of groups.length > 0 ? groups : [{ name: '', files }]) {
    try {
      result.added.push(...(await dictionaries.add(group.files)));
    } catch (error) {
      result.refused.push({ name: group.name, error });
    }
  }
  return result;
}
