import { fetchWholeList } from '@lectern/client/api/wholeList.ts';
import { browserLabel } from '@lectern/client/auth/browserLabel.ts';
import { asHostError } from '@lectern/client/common/hostError.ts';
import type { DeviceSession } from '@lectern/shared-contracts/api/deviceSession.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { useFormats } from '../../services/i18n/formats.ts';
import { useAttempt } from '../forms/useForm.ts';

interface DeviceSessionsProps {
  sessions: readonly (DeviceSession & { current?: boolean })[];
  /** Ends a session on the server. */
  end: (id: string) => Promise<unknown>;
  onEnded: () => void;
}

/** Items of a list of sessions; each can be ended, except the one of this device. */
export function DeviceSessions({ sessions, end, onEnded }: DeviceSessionsProps) {
  const t = useTranslate();
  const { notify } = useHost();
  const [ending, setEnding] = useState<string | null>(null);
  const { busy, attempt } = useAttempt();

  const signOut = (id: string) => {
    setEnding(id);
    attempt(async () => {
      await end(id);
      notify.show({ tone: 'success', message: t('That device is signed out.') });
      onEnded();
    });
  };

  return sessions.map((session) => (
    <li key={session.id}>
      <DeviceNames session={session} />
      {session.current ? (
        <Badge>{t('This device')}</Badge>
      ) : (
        <Button size="small" busy={busy && ending === session.id} onClick={() => signOut(session.id)}>
          {t('Sign out')}
        </Button>
      )}
    </li>
  ));
}

/** Browser and system of a session, when it was last used and last sent a change, and what still waited there. */
function DeviceNames({ session }: { session: DeviceSession }) {
  const t = useTranslate();
  const { ago } = useFormats();
  const { last_seen, last_write_at, waiting, current } = session;
  const facts = [
    t('Last used {{when}}', { when: ago(last_seen) }),
    last_write_at ? t('last change {{when}}', { when: ago(last_write_at) }) : null,
    waiting && !current ? t('{{count}} change(s) still waited there', { count: waiting }) : null,
  ];
  return (
    <div>
      <span>{browserLabel(session.user_agent, t) ?? t('An app')}</span>
      <small>{facts.filter(Boolean).join(' · ')}</small>
    </div>
  );
}

export const DeviceList = styled.ul.attrs({ role: 'list' })`
  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: ${space(2)} ${space(4)};
    padding-block: ${space(3)};
    border-block-start: 1px solid ${color.line};
  }
  & > li:first-child { border: 0; padding-block-start: 0; }
  & > li > div { display: grid; min-inline-size: 0; overflow-wrap: anywhere; }
  & > li > form { flex: 1 0 100%; }
  & small { color: ${color.textMuted}; font-size: ${type.small}; }
`;

/** The reader's sessions on other devices. */
export function useOtherDevices() {
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
      /** Ends them and shows the result. Never rejects. */
      end,
      /**
       * Reports that a sign-in method has changed, and offers to end the other sessions, if there are any, since they
       * may be somebody else's. Never rejects.
       */
      async offerEnd(message: string) {
        const others = await list().catch(() => []);
        const action = { label: t('Sign out other devices'), onAction: () => runInBackground(end()) };
        notify.show({ tone: 'success', message, ...(others.length > 0 ? { action } : {}) });
      },
    };
  }, [api, notify, t]);
}
