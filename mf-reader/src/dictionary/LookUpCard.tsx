import type { Dictionary } from '@lectern/shared-contracts/contract/hostDictionaries.ts';
import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { dictionariesFor, type FoundEntry } from '@lectern/shared-contracts/domain/dictionary/lookUp.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { Download, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { FloatingCard } from '../annotations/FloatingCard.tsx';
import type { Selected } from '../engine/renderer.ts';
import { DictionaryEntries } from './DictionaryEntries.tsx';
import { lookedUpWord } from './lookedUpWord.ts';
import { Translation } from './Translation.tsx';

export interface LookUpCardProps {
  selected: Selected;
  book: { id: string; language: string | null };
  onClose: () => void;
}

/** Dictionary entries and a translation for the selected words. */
export function LookUpCard({ selected, book: { id, language }, onClose }: LookUpCardProps) {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const book = { id, language: selected.language ?? language };
  const { found, all } = useLookUp(selected, book);
  const fitting = dictionariesFor(all, book.language);
  const offered = fitting.filter(({ state }) => state !== 'ready');
  const hasReady = fitting.length > offered.length;
  return (
    <FloatingCard box={selected.box} label={t('Dictionary')} onClose={onClose} takeFocus>
      <Head>
        <h2 dir="auto">{selected.text}</h2>
        <IconButton label={t('Close')} icon={<X />} onClick={onClose} />
      </Head>
      <Body aria-live="polite">
        {found === null ? <p>{t('Looking it up…')}</p> : null}
        {found && found.length > 0 ? <DictionaryEntries found={found} /> : null}
        {found?.length === 0 && hasReady ? <p>{t('Your dictionaries don’t have this.')}</p> : null}
        {found?.length === 0 && !hasReady && offered.length === 0 ? (
          <p>
            {t('There’s no dictionary for the language of this book yet. You can add your own in Settings.')}
          </p>
        ) : null}
        {found?.length === 0
          ? offered.map((dictionary) => <Offer key={dictionary.id} dictionary={dictionary} />)
          : null}
        <Translation passage={selected.text} />
        <nav>
          <Link to="/words">{t('Words you looked up')}</Link>
          <Link to="/settings">{t('Dictionaries')}</Link>
        </nav>
      </Body>
    </FloatingCard>
  );
}

function Offer({ dictionary: { id, name, state } }: { dictionary: Dictionary }) {
  const t = useTranslate();
  const { dictionaries, network, notify } = useHost();
  const isOffline = useReadable(network) === 'offline';
  const download = () => {
    dictionaries
      .download(id)
      .catch((error: unknown) => notify.show({ tone: 'warning', message: t(errorMessage(error)) }));
  };
  return (
    <div>
      <Button
        size="small"
        variant="primary"
        icon={<Download />}
        busy={state === 'downloading'}
        disabled={isOffline}
        onClick={download}
      >
        {t('Download {{name}}', { name })}
      </Button>
      <small>{t('Downloaded once; it then works without a network.')}</small>
    </div>
  );
}

const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  padding-block: ${space(2)} 0;
  padding-inline: ${space(4)} ${space(2)};
  & > h2 {
    overflow: hidden;
    font-family: ${font.reading};
    font-size: ${type.large};
    font-weight: 500;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

const Body = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  inline-size: 24rem;
  max-inline-size: 100%;
  max-block-size: min(22rem, 50dvh);
  overflow-y: auto;
  padding: ${space(2)} ${space(4)} ${space(4)};
  font-size: ${type.small};
  & small { display: block; margin-block-start: ${space(1)}; color: ${color.textMuted}; }
  & > nav { display: flex; flex-wrap: wrap; gap: ${space(4)}; padding-block-start: ${space(2)}; }
  @media ${media.narrow} { inline-size: 100%; }
`;

/** Dictionary entries for a selection; null while loading. Found words are added to the word list. */
function useLookUp(selected: Selected, book: { id: string; language: string | null }) {
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
