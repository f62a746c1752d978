import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useDraft } from '@lectern/shared-contracts/react/useDraft.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { useState } from 'react';
import { styled } from 'styled-components';

/** In characters. */
const maxNoteLength = 100_000;

export interface NoteEditorProps {
  /** Name of its draft. */
  draftName: string;
  /** Resolves when the note is stored. */
  onSave: (content: string) => Promise<void>;
  onCancel: () => void;
}

/** Editor of a page note in the panel. */
export function NoteEditor({ draftName, onSave, onCancel }: NoteEditorProps) {
  const t = useTranslate();
  const draft = useDraft<{ content: string }>(draftName);
  const [content, setContent] = useState(draft.left?.content ?? '');
  const text = content.trim();
  // Pasted text is never cut; the user has to shorten it.
  const tooLong = text.length > maxNoteLength;
  return (
    <Form
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (text === '' || tooLong) return;
        // The queue has it now: the draft must not be offered again, unless it could not be stored.
        draft.drop();
        const saving = onSave(text).catch((error: unknown) => {
          draft.keep({ content: text });
          throw error;
        });
        runInBackground(saving);
      }}
    >
      <TextField
        label={t('Note on this page')}
        multiline
        rows={4}
        error={
          tooLong
            ? t('At most {{most}} characters fit here; this has {{number}}.', {
                most: maxNoteLength,
                number: text.length,
              })
            : undefined
        }
        value={content}
        onChange={(next) => {
          setContent(next);
          draft.keep({ content: next });
        }}
        autoFocus
      />
      <Row>
        <Button
          size="small"
          onClick={() => {
            draft.drop();
            onCancel();
          }}
        >
          {t('Cancel')}
        </Button>
        <Button size="small" variant="primary" type="submit" disabled={text === '' || tooLong}>
          {t('Save note')}
        </Button>
      </Row>
    </Form>
  );
}

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  margin-block-end: ${space(6)};
`;

const Row = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: ${space(2)};
`;
