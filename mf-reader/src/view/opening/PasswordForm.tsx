import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Checkbox } from '@lectern/shared-ui/Checkbox.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { useState } from 'react';
import { styled } from 'styled-components';

export interface PasswordFormProps {
  title: string;
  /** The last password was wrong. */
  wrong: boolean;
  /** @param keep on this device, for the next time */
  onPassword: (password: string, keep: boolean) => void;
}

/** Asks for the password of a PDF. It is used in this browser only, and never sent. */
export function PasswordForm({ title, wrong, onPassword }: PasswordFormProps) {
  const t = useTranslate();
  const { navigation } = useHost();
  const [password, setPassword] = useState('');
  const [keep, setKeep] = useState(false);
  return (
    <Cover>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== '') onPassword(password, keep);
        }}
      >
        <h2>{t('This book is locked')}</h2>
        <p>{t('{{title}} opens with a password. It stays on this device.', { title })}</p>
        <TextField
          label={t('Password')}
          type="password"
          autoComplete="off"
          autoFocus
          value={password}
          onChange={setPassword}
          error={wrong ? t('That password does not open it.') : undefined}
        />
        <Checkbox label={t('Remember it on this device')} checked={keep} onChange={setKeep} />
        <Row>
          <Button as={navigation.Link} to="/library">
            {t('Back to the library')}
          </Button>
          <Button variant="primary" type="submit" disabled={password === ''}>
            {t('Open')}
          </Button>
        </Row>
      </Form>
    </Cover>
  );
}

const Cover = styled.div`
  position: absolute;
  inset: 0;
  display: grid;
  padding: 1rem;
  background: ${color.surface};
`;

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  inline-size: min(24rem, calc(100vw - 2rem));
  margin: auto;
  & > h2 { font-family: ${font.reading}; font-size: ${type.title}; }
`;

const Row = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: ${space(3)};
`;
