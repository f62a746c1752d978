import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Collection, SmartRule } from '@lectern/shared-contracts/api/collections.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useDraft } from '@lectern/shared-contracts/react/useDraft.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Chip } from '@lectern/shared-ui/Chip.tsx';
import { ChipGroup } from '@lectern/shared-ui/ChipGroup.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { useFieldErrors } from '@lectern/shared-ui/forms/useFieldErrors.ts';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { type FormEvent, useId, useState } from 'react';
import { collectionColor, collectionColors, collectionIcons } from './collectionIcons.ts';
import { RadioTiles } from './RadioTiles.tsx';
import { RuleFields } from './RuleFields.tsx';
import { type CollectionDetails, defaultColor, defaultIcon } from './useCollections.ts';

interface CollectionFormProps {
  /** Values that a rule can use. */
  books: readonly Book[];
  /** The edited collection; undefined for a new one. */
  collection?: Collection;
  /** Resolves to whether it was queued; then the form closes. */
  onSave: (details: CollectionDetails, before?: Collection) => Promise<boolean>;
  onClose: () => void;
}

/** Form for name, description, color and icon of a collection. The description stays as a draft until Cancel. */
export function CollectionForm({ books, collection, onSave, onClose }: CollectionFormProps) {
  const t = useTranslate();
  const form = useId();
  const { before, description, describe, close } = useDescription(collection, onClose);
  const [name, setName] = useState(collection?.name ?? '');
  const [color, setColor] = useState(collection?.color ?? defaultColor);
  const [icon, setIcon] = useState(collection?.icon ?? defaultIcon);
  const [rule, setRule] = useState<SmartRule | null>(collection?.rule ?? null);
  const { errors, show } = useFieldErrors();
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const complete = show(event.currentTarget, {
      name: name.trim() === '' ? t('Please enter a name.') : undefined,
      rule: rule !== null && Object.keys(rule).length === 0 ? t('Choose at least one condition.') : undefined,
    });
    if (!complete) return;
    const details = { name: name.trim(), description: description.trim() || null, color, icon, rule };
    if (await onSave(details, before)) close();
  };
  return (
    <Dialog
      onClose={onClose}
      title={collection ? t('Edit collection') : t('New collection')}
      closeLabel={t('Close')}
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {collection ? t('Save') : t('Create')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => runInBackground(save(event))}>
        <Stack gap={5}>
          <TextField
            name="name"
            label={t('Name')}
            error={errors.name}
            value={name}
            onChange={setName}
            maxLength={200}
            required
            autoComplete="off"
          />
          <TextField
            label={t('Description')}
            value={description}
            onChange={describe}
            maxLength={2_000}
            multiline
            rows={2}
          />
          <ChipGroup label={t('Its books')}>
            <Chip pressed={rule === null} onChange={() => setRule(null)}>
              {t('Chosen by hand')}
            </Chip>
            <Chip pressed={rule !== null} onChange={() => setRule(rule ?? {})}>
              {t('By a rule')}
            </Chip>
          </ChipGroup>
          {rule === null ? null : (
            <RuleFields rule={rule} onRule={setRule} books={books} error={errors.rule} />
          )}
          <RadioTiles
            label={t('Color')}
            value={color}
            onChange={setColor}
            options={Object.entries(collectionColors).map(([value, { label }]) => ({
              value,
              label: t(label),
              face: <span style={{ background: collectionColor(value) }} />,
            }))}
          />
          <RadioTiles
            label={t('Icon')}
            value={icon}
            onChange={setIcon}
            options={Object.entries(collectionIcons).map(([value, { Icon, label }]) => ({
              value,
              label: t(label),
              face: <Icon />,
            }))}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

/** The description, which is kept as a draft while it differs from the collection's. */
function useDescription(collection: Collection | undefined, onClose: () => void) {
  const draft = useDraft<{ description: string; before: string }>(
    collection ? `collection.${collection.id}` : 'collection',
  );
  const { left } = draft;
  /** Text changed on another device while editing is not overwritten. */
  const [before] = useState(
    collection && left ? { ...collection, description: left.before || null } : collection,
  );
  const [description, setDescription] = useState(left?.description ?? collection?.description ?? '');
  return {
    before,
    description,
    describe(value: string) {
      setDescription(value);
      const shown = before?.description ?? '';
      if (value === shown) draft.drop();
      else draft.keep({ description: value, before: shown });
    },
    close() {
      draft.drop();
      onClose();
    },
  };
}
