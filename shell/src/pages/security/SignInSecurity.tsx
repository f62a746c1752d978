import type { SignInFactors } from '@lectern/shared-contracts/api/factors.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { QuerySection, useUncachedQuery } from '../query/QuerySection.tsx';
import { ConfirmIdentity, useConfirmed } from './ConfirmIdentity.tsx';
import { Passkeys } from './Passkeys.tsx';
import { SecondFactor } from './SecondFactor.tsx';

/** Sign-in methods besides the password: passkeys and the second factor. */
export function SignInSecurity() {
  const t = useTranslate();
  const query = useUncachedQuery('GET /auth/factors', {});
  return (
    <QuerySection title={t('Sign-in and security')} query={query}>
      {(factors) => <Factors factors={factors} onChange={query.refetch} />}
    </QuerySection>
  );
}

function Factors({ factors, onChange }: { factors: SignInFactors; onChange: () => void }) {
  const { confirmed, asking, answer } = useConfirmed();
  return (
    <Stack gap={8}>
      <Passkeys passkeys={factors.passkeys} confirmed={confirmed} onChange={onChange} />
      <SecondFactor state={factors.second_factor} confirmed={confirmed} onChange={onChange} />
      {asking ? <ConfirmIdentity factors={factors} onAnswer={answer} /> : null}
    </Stack>
  );
}
