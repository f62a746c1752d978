import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Muted } from '../../theme/prose.ts';

/** Shown instead of the password section for an account without a password. */
export function ProviderAccount() {
  const t = useTranslate();
  return (
    <Card title={t('Password')}>
      <Muted>
        {t(
          'You sign in through a provider, so there is no password here. To add one, request a link on the sign-in page.',
        )}
      </Muted>
    </Card>
  );
}
