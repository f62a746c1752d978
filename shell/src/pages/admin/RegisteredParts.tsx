import type { CallResponse } from '@lectern/shared-contracts/api/routes.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { Muted } from '../../theme/prose.ts';
import { DataTable } from '../DataTable.tsx';
import { FormDialog } from '../forms/FormDialog.tsx';
import { FillOrder } from './FillOrder.tsx';

type Health = CallResponse<'GET /admin/remotes'>;

interface RegisteredPartsProps {
  registered: NonNullable<Health['registered']>;
  canaries: NonNullable<Health['canaries']>;
  /** Called when a part was disabled or enabled. */
  onChange: () => void;
}

interface Change {
  remote: string;
  /** Else it is enabled again. */
  disabled: boolean;
}

/** Each deployed part: what it is, how it does, and whether readers get it. */
export function RegisteredParts({ registered, canaries, onChange }: RegisteredPartsProps) {
  const t = useTranslate();
  const { percent } = useFormats();
  const [changing, setChanging] = useState<Change | null>(null);
  const { parts, is_signed: isSigned } = registered;
  const trialOf = (name: string) => {
    const trial = canaries.find(({ remote }) => remote === name);
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
          { title: t('Version'), cell: ({ version }) => version },
          { title: t('Contract'), cell: ({ contract }) => contract },
          { title: t('Digest'), cell: ({ digest }) => <code>{digest?.slice(0, 16) ?? '–'}</code> },
          { title: t('On trial'), cell: ({ remote }) => trialOf(remote) },
          { title: t('Failures in 24 hours'), isNumber: true, cell: ({ failures }) => failures },
          {
            title: t('For readers'),
            cell: ({ remote, disabled: reason }) => (
              <Stack gap={2}>
                {reason === null ? (
                  <Badge tone="success">{t('In use')}</Badge>
                ) : (
                  <Badge tone="warning">{t('Disabled: {{reason}}', { reason })}</Badge>
                )}
                {isSigned ? null : (
                  <Button
                    size="small"
                    aria-label={titleOf({ remote, disabled: reason === null }, t)}
                    onClick={() => setChanging({ remote, disabled: reason === null })}
                  >
                    {reason === null ? t('Disable') : t('Enable')}
                  </Button>
                )}
              </Stack>
            ),
          },
        ]}
      />
      {isSigned ? (
        <Muted>{t('The registry is signed: parts are changed by npm run deploy, with the key.')}</Muted>
      ) : (
        <FillOrder fills={registered.fills} onChange={onChange} />
      )}
      <Muted>
        {t('Versions are rolled back, and trials ended, by npm run deploy with --rollback or --promote.')}
      </Muted>
      {changing ? (
        <ChangeDialog change={changing} onChange={onChange} onClose={() => setChanging(null)} />
      ) : null}
    </Stack>
  );
}

interface ChangeDialogProps {
  change: Change;
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
      submit={change.disabled ? t('Disable') : t('Enable')}
      disabled={why.trim() === ''}
      send={async () => {
        await api.call('PUT /admin/disabled-parts', { body: { ...change, why: why.trim() } });
        onClose();
        onChange();
      }}
      onClose={onClose}
    >
      {(_, error) => (
        <TextField
          label={t('Reason')}
          hint={t('It is kept in the security log.')}
          maxLength={200}
          value={why}
          onChange={setWhy}
          error={error}
        />
      )}
    </FormDialog>
  );
}

const titleOf = ({ remote, disabled }: Change, t: Translate) =>
  disabled ? t('Disable {{name}}', { name: remote }) : t('Enable {{name}}', { name: remote });
