import type { PartChange, RegisteredPart } from '@lectern/shared-contracts/api/remotes.ts';
import type { CallRequest, CallResponse } from '@lectern/shared-contracts/api/routes.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Menu } from '@lectern/shared-ui/Menu.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../services/i18n/formats.ts';
import { Muted } from '../../services/theme/prose.ts';
import { DataTable } from '../DataTable.tsx';
import { FormDialog } from '../forms/FormDialog.tsx';
import { FillOrder } from './FillOrder.tsx';

type Health = CallResponse<'GET /admin/remotes'>;

interface RegisteredPartsProps {
  registered: NonNullable<Health['registered']>;
  canaries: NonNullable<Health['canaries']>;
  /** Called when a part was changed. */
  onChange: () => void;
}

type Change = CallRequest<'PUT /admin/part-states'>['body'];
/** What the administrator is asked to give a reason for. */
type Question = Omit<Change, 'why'>;

/** Each deployed part: what it is, how it does, and which version of it readers get. */
export function RegisteredParts({ registered, canaries, onChange }: RegisteredPartsProps) {
  const t = useTranslate();
  const { percent } = useFormats();
  const [changing, setChanging] = useState<Question | null>(null);
  const { parts, is_signed: isSigned } = registered;
  const trialOf = (name: string) => canaries.find(({ remote }) => remote === name);
  const shownTrial = (name: string) => {
    const trial = trialOf(name);
    return trial ? `${trial.version}: ${percent(trial.share)}` : '–';
  };

  return (
    <Stack>
      <DataTable
        caption={t('Deployed parts')}
        rows={parts}
        keyOf={({ remote }) => remote}
        columns={[
          { title: t('Part'), isName: true, cell: ({ remote }) => remote },
          { title: t('Team'), isWide: true, cell: ({ team }) => <bdi>{team ?? '–'}</bdi> },
          { title: t('Version'), cell: ({ version }) => version },
          { title: t('Contract'), isWide: true, cell: ({ contract }) => contract },
          {
            title: t('Digest'),
            isWide: true,
            cell: ({ digest }) => <code>{digest?.slice(0, 16) ?? '–'}</code>,
          },
          { title: t('On trial'), isWide: true, cell: ({ remote }) => shownTrial(remote) },
          {
            title: t('Failures in 24 hours'),
            isNumber: true,
            isWide: true,
            cell: ({ failures }) => failures,
          },
          {
            title: t('For readers'),
            cell: ({ change }) =>
              change === null ? (
                <Badge tone="success">{t('In use')}</Badge>
              ) : (
                <Badge tone="warning">{changeLabel(change, t)}</Badge>
              ),
          },
          {
            title: <VisuallyHidden>{t('Actions')}</VisuallyHidden>,
            isNumber: true,
            cell: (part) =>
              isSigned ? null : (
                <Menu
                  label={part.remote}
                  trigger={
                    <IconButton
                      label={t('Actions for {{name}}', { name: part.remote })}
                      icon={<Ellipsis />}
                    />
                  }
                  items={changesOf(part, trialOf(part.remote)?.version).map((change) => ({
                    id: `${change.state} ${change.version}`,
                    label: titleOf(change, t),
                    onSelect: () => setChanging(change),
                  }))}
                />
              ),
          },
        ]}
      />
      {isSigned ? (
        <Muted>{t('The registry is signed: parts are changed by npm run deploy, with the key.')}</Muted>
      ) : (
        <FillOrder fills={registered.fills} onChange={onChange} />
      )}
      {changing ? (
        <ChangeDialog change={changing} onChange={onChange} onClose={() => setChanging(null)} />
      ) : null}
    </Stack>
  );
}

/** What an administrator can do: one change at a time, which is undone before another one. */
function changesOf(
  { remote, change, version, previous }: RegisteredPart,
  trial: string | undefined,
): Question[] {
  if (change !== null) return [{ remote, state: 'deployed' }];
  return [
    ...(trial === undefined
      ? []
      : ([
          { remote, state: 'promoted', version: trial },
          { remote, state: 'rolled_back', version: trial },
        ] as const)),
    ...(previous === null ? [] : [{ remote, state: 'rolled_back', version } as const]),
    { remote, state: 'disabled' },
  ];
}

interface ChangeDialogProps {
  change: Question;
  onChange: () => void;
  onClose: () => void;
}

/** Asks why. */
function ChangeDialog({ change, onChange, onClose }: ChangeDialogProps) {
  const t = useTranslate();
  const { api } = useHost();
  const [why, setWhy] = useState('');
  return (
    <FormDialog
      title={titleOf(change, t)}
      submit={t(submitLabels[change.state])}
      disabled={why.trim() === ''}
      send={async () => {
        await api.call('PUT /admin/part-states', { body: { ...change, why: why.trim() } });
        onClose();
        onChange();
      }}
      onClose={onClose}
    >
      {(_, error) => (
        <>
          {change.version === undefined ? null : (
            <Muted>{t('This holds until another version of the part is deployed.')}</Muted>
          )}
          <TextField
            label={t('Reason')}
            hint={t('It is kept in the security log.')}
            maxLength={200}
            value={why}
            onChange={setWhy}
            error={error}
          />
        </>
      )}
    </FormDialog>
  );
}

const submitLabels: Readonly<Record<Change['state'], string>> = {
  deployed: text('As deployed'),
  disabled: text('Disable'),
  rolled_back: text('Roll back'),
  promoted: text('For everybody'),
};

function titleOf({ remote: name, state, version = '' }: Question, t: Translate): string {
  switch (state) {
    case 'deployed':
      return t('{{name}} as deployed', { name });
    case 'disabled':
      return t('Disable {{name}}', { name });
    case 'rolled_back':
      return t('Roll back {{name}} {{version}}', { name, version });
    case 'promoted':
      return t('{{name}} {{version}} for everybody', { name, version });
  }
}

function changeLabel({ state, version, why: reason }: PartChange, t: Translate): string {
  switch (state) {
    case 'disabled':
      return t('Disabled: {{reason}}', { reason });
    case 'rolled_back':
      return t('{{version}} rolled back: {{reason}}', { version, reason });
    case 'promoted':
      return t('{{version}} for everybody: {{reason}}', { version, reason });
  }
}
