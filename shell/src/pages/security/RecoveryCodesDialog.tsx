import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Copy, Download } from 'lucide-react';
import { CodeList, Secret } from './securityParts.ts';

/** The recovery codes, which are shown only once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslate();
  const { notify } = useHost();
  const text = `${codes.join('\n')}\n`;

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify.show({ tone: 'success', message: t('The codes are copied.') }),
      () =>
        notify.show({ tone: 'danger', message: t('The codes could not be copied. Please write them down.') }),
    );

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="small"
      title={t('Your recovery codes')}
      description={t(
        'Each code signs you in once when you don’t have your app. Keep them somewhere safe: they won’t be shown again.',
      )}
      closeLabel={t('Close')}
    >
      <Stack>
        <CodeList>
          {codes.map((code) => (
            <li key={code}>
              <Secret>{code}</Secret>
            </li>
          ))}
        </CodeList>
        <Stack direction="inline" gap={3}>
          <Button icon={<Copy />} onClick={() => runInBackground(copy())}>
            {t('Copy')}
          </Button>
          <Button
            as="a"
            icon={<Download />}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="lectern-recovery-codes.txt"
          >
            {t('Download')}
          </Button>
        </Stack>
        <Button variant="primary" onClick={onClose}>
          {t('I have kept them')}
        </Button>
      </Stack>
    </Dialog>
  );
}
