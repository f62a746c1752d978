import type { Dictionary } from '@lectern/shared-contracts/contract/hostDictionaries.ts';
import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type {
  DictionaryEntry,
  DictionarySense,
} from '@lectern/shared-contracts/domain/dictionary/dictionaryPack.ts';
import { dictionariesFor, type FoundEntry } from '@lectern/shared-contracts/domain/dictionary/lookUp.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import {
  useData,
  useHost,
  usePoint,
  useReadable,
  useTranslate,
} from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { Download, Languages, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { FloatingCard } from '../annotations/FloatingCard.tsx';
import type { Selected } from '../engine/renderer.ts';
import { useOpenedBook } from '../view/state/openedBook.ts';
import { lookedUpWord } from './lookedUpWord.ts';

export interface LookUpCardProps {
  selected: Selected;
  onClose: () => void;
}

/** Dictionary entries and a translation for the selected words. */
export function LookUpCard({ selected, onClose }: LookUpCardProps) {
  const t = useTranslate();
  const { manifest, language } = useOpenedBook();
  const { Link } = useHost().navigation;
  const book = { id: manifest.book_id, language: selected.language ?? language };
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
        <OtherSources word={selected.text} language={book.language ?? ''} />
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

type Answered = readonly { id: string; title: string; text: string }[];

/** What sources of other parts say about the word. A source that fails is left out; the operator is told. */
function OtherSources({ word, language }: { word: string; language: string }) {
  const input = useMemo(() => ({ word, language }), [word, language]);
  const sources = usePoint('mf-reader/dictionary-source', input);
  const [answers, setAnswers] = useState<Answered>([]);
  const ids = sources.map(({ id }) => id).join();
  useEffect(() => {
    let isCurrent = true;
    const ask = async () => {
      const asked = sources.map(async (source) => ({ id: source.id, answer: await source.run(input) }));
      const settled = await Promise.allSettled(asked);
      if (!isCurrent) return;
      setAnswers(
        settled.flatMap((one) =>
          one.status === 'fulfilled' && one.value.answer ? [{ ...one.value.answer, id: one.value.id }] : [],
        ),
      );
    };
    runInBackground(ask());
    return () => {
      isCurrent = false;
    };
  }, [input, ids]);
  return answers.map(({ id, title, text: words }) => (
    <Status key={id}>
      <small>{title}</small>
      <p dir="auto">{words}</p>
    </Status>
  ));
}

/** Maximum characters per translation. */
const maxLength = 2_000;

type State =
  | { status: 'waiting' }
  | { status: 'done'; text: string; model: string }
  | { status: 'failed'; why: string };

/**
 * A translation into the user's language by the operator's language model, labeled as such. Renders nothing without a
 * model or a network.
 */
export function Translation({ passage }: { passage: string }) {
  const t = useTranslate();
  const { api, i18n, network } = useHost();
  const language = useReadable(i18n.language);
  const isOnline = useReadable(network) === 'online';
  const mentor = useData('GET /mentor/status', {});
  const [state, setState] = useState<State | null>(null);
  if (state === null && (!isOnline || mentor.status !== 'ready' || mentor.value.mode !== 'model'))
    return null;
  const isCut = passage.length > maxLength;
  const host = mentor.status === 'ready' ? (mentor.value.place ?? '') : '';
  const ask = async () => {
    setState({ status: 'waiting' });
    try {
      const body = { text: passage.slice(0, maxLength).toWellFormed(), to: language };
      setState({ status: 'done', ...(await api.call('POST /mentor/translations', { body })) });
    } catch (error) {
      setState({ status: 'failed', why: t(errorMessage(error)) });
    }
  };
  if (state?.status === 'done')
    return (
      <Status>
        <p lang={language} dir="auto">
          {state.text}
        </p>
        {isCut ? (
          <small>
            {t('Only the first {{characters}} characters are translated.', {
              characters: new Intl.NumberFormat(language).format(maxLength),
            })}
          </small>
        ) : null}
        <small>{t('Translated by {{model}}, an AI model. It can be wrong.', { model: state.model })}</small>
      </Status>
    );
  return (
    <Status role={state?.status === 'failed' ? 'alert' : undefined}>
      {state?.status === 'failed' ? <p>{state.why}</p> : null}
      <Button
        size="small"
        icon={<Languages />}
        busy={state?.status === 'waiting'}
        title={t('The words you selected are sent to {{place}}.', { place: host })}
        onClick={() => runInBackground(ask())}
      >
        {t('Translate')}
      </Button>
    </Status>
  );
}

const Status = styled.div`
  padding-block-start: ${space(3)};
  border-block-start: 1px solid ${color.line};
  & p { font-family: ${font.reading}; white-space: pre-line; margin-block-end: ${space(1)}; }
  & small { display: block; color: ${color.textMuted}; font-size: ${type.small}; }
`;

const partNames: Record<DictionarySense['part'], string> = {
  noun: text('noun'),
  verb: text('verb'),
  adjective: text('adjective'),
  adverb: text('adverb'),
};

/** Entries with the dictionary they come from. Everything is rendered as text, never as markup. */
function DictionaryEntries({ found: entries }: { found: readonly FoundEntry[] }) {
  return (
    <List>
      {entries.map(({ dictionary, entry }, at) => (
        <li key={`${dictionary.id}-${at}`}>
          <Entry entry={entry} />
          {dictionary.id === entries[at + 1]?.dictionary.id ? null : (
            <small dir="auto">{dictionary.name}</small>
          )}
        </li>
      ))}
    </List>
  );
}

function Entry({ entry }: { entry: DictionaryEntry }) {
  const t = useTranslate();
  return (
    <>
      <h3 dir="auto">{entry.word}</h3>
      {entry.text ? <p dir="auto">{entry.text}</p> : null}
      {entry.senses ? (
        <ol>
          {entry.senses.map(({ part, definition, examples = [], synonyms = [] }, at) => (
            <li key={`${at}-${definition}`}>
              {part === entry.senses?.[at - 1]?.part ? null : <em>{t(partNames[part])}</em>}{' '}
              <bdi>{definition}</bdi>
              {examples.map((example) => (
                <q key={example} dir="auto">
                  {example}
                </q>
              ))}
              {synonyms.length > 0 ? (
                <small>{t('Also: {{words}}', { words: synonyms.join(', ') })}</small>
              ) : null}
            </li>
          ))}
        </ol>
      ) : null}
    </>
  );
}

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  list-style: none;
  padding: 0;

  & h3 { font-family: ${font.reading}; font-size: ${type.body}; font-weight: 600; }
  /* Lines may be in the language of the text and in that of the dictionary. */
  & p { white-space: pre-line; unicode-bidi: plaintext; overflow-wrap: anywhere; margin-block-start: ${space(1)}; }
  & ol { margin-block-start: ${space(1)}; padding-inline-start: ${space(6)}; list-style: decimal; }
  & ol > li { margin-block-end: ${space(2)}; }
  & em { color: ${color.textMuted}; }
  & q { display: block; text-align: match-parent; quotes: '“' '”'; color: ${color.textMuted}; font-family: ${font.reading}; }
  & small { display: block; color: ${color.textMuted}; font-size: ${type.small}; }
`;
