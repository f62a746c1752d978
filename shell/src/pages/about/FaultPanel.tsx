import {
  type FaultKind,
  faultKinds,
  faultOf,
  readOverrides,
  writeFault,
} from '@lectern/client/registry/overrides.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { useEffect, useState } from 'react';
import { useShell } from '../../host/shell.ts';
import { Muted } from '../../theme/prose.ts';

const faultLabels: Readonly<Record<FaultKind, string>> = {
  slow: text('Comes ten seconds late'),
  failing: text('Its files are missing'),
  stale: text('Runs in the previous version'),
  contract: text('Built for another contract'),
};

/** Fault injection for developers and testers, if the operator allows it: per remote, in this browser only. */
export function FaultPanel({ storage = window.localStorage }: { storage?: Storage }) {
  const t = useTranslate();
  const { registry, reload } = useShell();
  const [names, setNames] = useState<readonly string[]>([]);
  const [overrides, setOverrides] = useState(() => readOverrides(storage));

  useEffect(() => {
    let current = true;
    registry.load().then(
      ({ allowsOverrides, remotes }) => current && allowsOverrides && setNames([...remotes.keys()]),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [registry]);

  if (names.length === 0) return null;
  const choose = (remote: string, value: string) => {
    writeFault(storage, remote, faultKinds.find((kind) => kind === value) ?? null);
    setOverrides(readOverrides(storage));
  };
  return (
    <Card title={t('Faults for testing')}>
      <Stack>
        <Muted>{t('Each is for this browser alone, and works once the page is loaded again.')}</Muted>
        {names.map((name) => (
          <Select
            key={name}
            label={name}
            value={faultOf(overrides[name]) ?? ''}
            onChange={(value) => choose(name, value)}
            options={[
              { value: '', label: t('Works as it is deployed') },
              ...faultKinds.map((kind) => ({ value: kind, label: t(faultLabels[kind]) })),
            ]}
          />
        ))}
        <Button onClick={reload}>{t('Load the page again')}</Button>
      </Stack>
    </Card>
  );
}
