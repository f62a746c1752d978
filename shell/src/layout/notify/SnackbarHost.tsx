import type { Notify } from '@lectern/client/services/notify/notify.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Snackbar } from '@lectern/shared-ui/Snackbar.tsx';
import { SnackbarRegion } from '@lectern/shared-ui/SnackbarRegion.tsx';

/**
 * The visible snackbars; on the page of a book without news, which the bell has. Their timers pause while one of them
 * is hovered or focused.
 */
export function SnackbarHost({ notify }: { notify: Notify }) {
  const t = useTranslate();
  const { pathname } = useReadable(useHost().navigation.location);
  const reading = pathname.startsWith('/read/');
  const shown = useReadable(notify.shown).filter(({ isNews }) => !(isNews && reading));
  return (
    <SnackbarRegion label={t('Messages')}>
      {shown.map(({ id, tone, message, action }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only tracks hover and focus
        <div
          key={id}
          onPointerEnter={notify.hold}
          onPointerLeave={notify.release}
          onFocus={notify.hold}
          onBlur={notify.release}
        >
          <Snackbar
            tone={tone}
            message={message}
            closeLabel={t('Close')}
            onClose={() => {
              notify.dismiss(id);
              notify.release();
            }}
            action={
              action && {
                label: action.label,
                onSelect: () => {
                  notify.dismiss(id);
                  notify.release();
                  action.onAction();
                },
              }
            }
          />
        </div>
      ))}
    </SnackbarRegion>
  );
}
