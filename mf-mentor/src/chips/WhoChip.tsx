import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Popover } from '@lectern/shared-ui/Popover.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { useState } from 'react';
import { styled } from 'styled-components';

export interface WhoChipProps {
  name: string;
  /** What is typed, or the names of the answer. */
  names: readonly string[];
  disabled: boolean;
  onChoose: (name: string) => void;
}

const longestName = 200;

/** Asks who somebody is: one of the given names, or another that is typed. */
export function WhoChip({ name, names, disabled, onChoose }: WhoChipProps) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const choose = (who: string) => {
    setOpen(false);
    setTyped('');
    onChoose(who);
  };
  const trigger = (
    <button type="button" disabled={disabled}>
      {name}
    </button>
  );
  return (
    <Popover open={open} onOpenChange={setOpen} label={name} align="start" side="top" trigger={trigger}>
      <Column
        onSubmit={(event) => {
          event.preventDefault();
          // The field of the mentor is a form around this one.
          event.stopPropagation();
          if (typed.trim() !== '') choose(typed.trim());
        }}
      >
        <TextField label={t('Name')} value={typed} onChange={setTyped} maxLength={longestName} />
        {names.length > 0 ? (
          <Names>
            {names.map((who) => (
              <Button key={who} size="small" onClick={() => choose(who)}>
                {who}
              </Button>
            ))}
          </Names>
        ) : null}
        <Button variant="primary" type="submit" disabled={typed.trim() === ''}>
          {t('Ask')}
        </Button>
      </Column>
    </Popover>
  );
}

const Column = styled.form`
  display: grid;
  gap: ${space(3)};
  & > button { justify-self: start; }
`;

const Names = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;
