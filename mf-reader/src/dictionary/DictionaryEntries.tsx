import type {
  DictionaryEntry,
  DictionarySense,
} from '@lectern/shared-contracts/domain/dictionary/dictionaryPack.ts';
import type { FoundEntry } from '@lectern/shared-contracts/domain/dictionary/lookUp.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

const partNames: Record<DictionarySense['part'], string> = {
  noun: text('noun'),
  verb: text('verb'),
  adjective: text('adjective'),
  adverb: text('adverb'),
};

/** Entries with the dictionary they come from. Everything is rendered as text, never as markup. */
export function DictionaryEntries({ found: entries }: { found: readonly FoundEntry[] }) {
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
  margin: 0;
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
