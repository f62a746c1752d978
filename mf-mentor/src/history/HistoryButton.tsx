import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Popover } from '@lectern/shared-ui/Popover.tsx';
import { History as Clock } from 'lucide-react';
import { useState } from 'react';
import { History, type HistoryProps } from './History.tsx';

/** Opens the history on screens without space for it. */
export function HistoryButton({ onOpen, ...rest }: HistoryProps) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('Conversations')}
      trigger={<Button icon={<Clock />}>{t('Conversations')}</Button>}
    >
      <History
        {...rest}
        onOpen={(id) => {
          setOpen(false);
          onOpen(id);
        }}
      />
    </Popover>
  );
}
