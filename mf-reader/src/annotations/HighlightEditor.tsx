import type { Highlight, HighlightColor, HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useDraft } from '@lectern/shared-contracts/react/useDraft.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { Copy, History, Trash2, Underline } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { Box } from '../engine/renderer.ts';
import { ColorDots } from './ColorDots.tsx';
import { FloatingCard } from './FloatingCard.tsx';

/** In characters. */
const maxThoughtLength = 20_000;

export interface HighlightEditorProps {
  highlight: Pick<Highlight, 'id' | 'color' | 'style' | 'note'>;
  box: Box;
  /** The note field is open initially. */
  writing?: boolean;
  onColor: (color: HighlightColor) => void;
  onStyle: (style: HighlightStyle) => void;
  /** Resolves when the note is stored. @param before the note when the editor was opened */
  onNote: (note: string | null, before: string | null) => Promise<void>;
  onCopy: () => void;
  /** @param seen the note when the editor was opened: a later one of another device is not deleted */
  onDelete: (seen: string | null) => void;
  onClose: () => void;
}

/** Editor of a highlight: color, note, delete. */
export function HighlightEditor({
  highlight,
  box,
  writing = false,
  onColor,
  onStyle,
  onNote,
  onCopy,
  onDelete,
  onClose,
}: HighlightEditorProps) {
  const t = useTranslate();
  const { showVersions } = useHost();
  const { note, change, save, drop } = useHighlightNote(highlight, onNote);
  const underlined = highlight.style === 'underline';
  const error = lengthError(t, note.trim(), maxThoughtLength);
  const done = () => {
    if (error) return;
    save();
    onClose();
  };
  return (
    <FloatingCard box={box} label={t('Highlight')} onClose={done} takeFocus={writing} inMargin>
      <Column
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) done();
        }}
      >
        <Row>
          <ColorDots value={highlight.color} onChoose={onColor} />
          <div>
            <IconButton
              label={t('Underline')}
              icon={<Underline />}
              aria-pressed={underlined}
              onClick={() => onStyle(underlined ? 'highlight' : 'underline')}
            />
            <IconButton label={t('Copy with citation')} icon={<Copy />} onClick={onCopy} />
            <IconButton label={t('Delete highlight')} icon={<Trash2 />} onClick={() => onDelete(drop())} />
          </div>
        </Row>
        <TextField
          label={t('Note')}
          hideLabel
          multiline
          rows={3}
          error={error}
          placeholder={t('A thought on these words')}
          value={note}
          onChange={change}
        />
        <Row>
          <IconButton
            label={t('Earlier versions')}
            icon={<History />}
            onClick={() => {
              done();
              showVersions('highlight', highlight.id);
            }}
          />
          <Button size="small" variant="primary" onClick={done}>
            {t('Done')}
          </Button>
        </Row>
      </Column>
    </FloatingCard>
  );
}

/** Pasted text is never cut; the user has to shorten it. @returns undefined for a text that fits */
export const lengthError = (t: Translate, { length: number }: string, most: number): string | undefined =>
  number > most
    ? t('At most {{most}} characters fit here; this has {{number}}.', { most, number })
    : undefined;

/**
 * The note of a highlight. It is kept as a draft with each key, since nothing can be saved any more once the sign-in
 * has expired. It is saved when the page is left or reloaded, and when the editor goes: a tap on the text closes it.
 */
function useHighlightNote(
  { id, note: stored }: HighlightEditorProps['highlight'],
  onNote: HighlightEditorProps['onNote'],
) {
  const draft = useDraft<{ thought: string; before?: string | null }>(`thought.${id}`);
  const [note, setNote] = useState(draft.left?.thought ?? stored ?? '');
  /** The note that the typed one replaces: another device may have changed it since. */
  const savedNote = useRef(draft.left?.before === undefined ? stored : draft.left.before);

  const save = () => {
    const text = note.trim();
    if (text === (savedNote.current ?? '')) return draft.drop();
    const next = text === '' ? null : text;
    runInBackground(onNote(next, savedNote.current).then(draft.drop));
    savedNote.current = next;
  };
  const saveLast = useRef(save);
  saveLast.current = save;
  useEffect(() => {
    const saveNow = () => saveLast.current();
    window.addEventListener('pagehide', saveNow);
    return () => {
      window.removeEventListener('pagehide', saveNow);
      saveNow();
    };
  }, []);

  return {
    note,
    save,
    change(thought: string) {
      setNote(thought);
      draft.keep({ thought, before: savedNote.current });
    },
    /** Nothing is saved any more. @returns the saved note */
    drop() {
      const saved = savedNote.current;
      savedNote.current = note.trim();
      draft.drop();
      return saved;
    },
  };
}

const Column = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  inline-size: 21.5rem;
  max-inline-size: 100%;
  padding: ${space(3)};
  @media (max-width: 48em) { inline-size: 100%; padding: ${space(4)}; }
`;

const Row = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  & > div { display: flex; }
`;
