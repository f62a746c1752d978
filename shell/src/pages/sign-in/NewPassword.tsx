import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { lazyPart } from '../../boundaries/lazyPart.tsx';

const NewPasswordDialog = lazyPart(() => import('./NewPasswordDialog.tsx').then((m) => m.NewPasswordDialog));

/** The form of a password reset link. */
export function NewPassword({ onDone }: { onDone: () => void }) {
  const { hash } = useReadable(useHost().navigation.location);
  const token = new URLSearchParams(hash.slice(1)).get('reset');
  return token === null ? null : <NewPasswordDialog token={token} onDone={onDone} />;
}
