import { asHostError } from '@lectern/client/api/hostError.ts';
import { fetchWholeList } from '@lectern/client/api/wholeList.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useMemo } from 'react';

/** The reader's sessions on other devices. */
export interface OtherDevices {
  /** Ends them and shows the result. Never rejects. */
  end(): Promise<void>;
  /**
   * Reports that a sign-in method has changed, and offers to end the other sessions, if there are any, since they may
   * be somebody else's. Never rejects.
   */
  offerEnd(message: string): Promise<void>;
}

export function useOtherDevices(): OtherDevices {
  const t = useTranslate();
  const { api, notify } = useHost();
  return useMemo(() => {
    const list = async () =>
      (await fetchWholeList(api, 'GET /auth/sessions', {})).items.filter(({ current }) => !current);
    const end = async () => {
      try {
        for (const { id } of await list()) await api.call('DELETE /auth/sessions/:id', { params: { id } });
        notify.show({ tone: 'success', message: t('Your other devices are signed out.') });
      } catch (failure) {
        notify.show({ tone: 'danger', message: t(asHostError(failure).message) });
      }
    };
    return {
      end,
      async offerEnd(message) {
        const others = await list().catch(() => []);
        const action = { label: t('Sign out other devices'), onAction: () => runInBackground(end()) };
        notify.show({ tone: 'success', message, ...(others.length > 0 ? { action } : {}) });
      },
    };
  }, [api, notify, t]);
}
