import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { FoundEntry } from '@lectern/shared-contracts/domain/dictionary/lookUp.ts';
import { useData, useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useEffect, useRef, useState } from 'react';
import type { Selected } from '../engine/renderer.ts';
import { lookedUpWord } from './lookedUpWord.ts';

/** Dictionary entries for a selection; null while loading. Found words are added to the word list. */
export function useLookUp(selected: Selected, book: { id: string; language: string | null }) {
  const { dictionaries, sync } = useHost();
  const all = useReadable(dictionaries.all);
  const words = useData('GET /words', {});
  const [found, setFound] = useState<readonly FoundEntry[] | null>(null);
  const ready = all.filter(({ state }) => state === 'ready').length;
  const lastLookedUp = useRef<Selected | null>(null);
  const list = words.status === 'ready' ? words.value.items : [];
  const latestList = useRef(list);
  latestList.current = list;
  const { id, language } = book;

  useEffect(() => runInBackground(dictionaries.load()), [dictionaries]);
  useEffect(() => {
    let isCurrent = true;
    const { text, around } = selected;
    runInBackground(
      dictionaries
        .lookUp({ text, language, before: around?.before ?? '', after: around?.after ?? '' })
        .catch((): readonly FoundEntry[] => [])
        .then((entries) => {
          if (!isCurrent) return;
          setFound(entries);
          if (lastLookedUp.current === selected) return;
          const word = lookedUpWord(selected, entries, { id, language }, latestList.current);
          if (word === null) return;
          lastLookedUp.current = selected;
          runInBackground(
            sync.enqueue('SAVE_WORD', {
              ...word,
              id: crypto.randomUUID(),
              created_at: new Date().toISOString(),
            }),
          );
        }),
    );
    return () => {
      isCurrent = false;
    };
    // Also runs when a dictionary has been downloaded.
  }, [dictionaries, sync, selected, id, language, ready]);

  return { found, all };
}
