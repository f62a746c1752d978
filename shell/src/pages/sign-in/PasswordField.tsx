import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { PlainIconButton } from '@lectern/shared-ui/PlainIconButton.tsx';
import { TextField, type TextFieldProps } from '@lectern/shared-ui/TextField.tsx';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'trailing'>;

/** A password field with a button to show the password. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useTranslate();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <PlainIconButton
          size="small"
          label={shown ? t('Hide what is typed') : t('Show what is typed')}
          icon={shown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
