import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Checkbox } from '@lectern/shared-ui/Checkbox.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { useCallback, useState } from 'react';
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
        <Stack direction="inline" justify="flex-end" gap={3}>
          <Button as={navigation.Link} to="/library">
            {t('Back to the library')}
          </Button>
          <Button variant="primary" type="submit" disabled={password === ''}>
            {t('Open')}
          </Button>
        </Stack>
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

/** Passwords by book id, until the page is closed. */
const ofSession = new Map<string, string>();

export interface PasswordRequest {
  /** The last password was wrong. */
  wrong: boolean;
  /** @param keep on this device, for the next time */
  answer(password: string, keep: boolean): void;
}

/**
 * The password of a protected book. It is asked for once, kept in memory until the page is closed, and stored in this
 * browser only if the user wants it. It is never sent.
 */
export function usePassword(bookId: string): {
  /** The pending request for a password; null for none. */
  request: PasswordRequest | null;
  ask(wrong: boolean): Promise<string>;
} {
  const { preferences } = useHost();
  const [request, setRequest] = useState<PasswordRequest | null>(null);
  const ask = useCallback(
    (wrong: boolean) => {
      const name = `reader.password.${bookId}`;
      const stored = preferences.watch(name, '');
      if (wrong) {
        ofSession.delete(bookId);
        if (stored.get() !== '') preferences.set(name, '');
      }
      const knownPassword = ofSession.get(bookId) ?? stored.get();
      if (knownPassword !== '') return Promise.resolve(knownPassword);
      return new Promise<string>((resolve) => {
        setRequest({
          wrong,
          answer(password, keep) {
            setRequest(null);
            ofSession.set(bookId, password);
            if (keep) preferences.set(name, password);
            resolve(password);
          },
        });
      });
    },
    [bookId, preferences],
  );
  return { request, ask };
}
