import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Snackbar } from '@lectern/shared-ui/Snackbar.tsx';
import { SnackbarRegion } from '@lectern/shared-ui/SnackbarRegion.tsx';
import type { Notify } from './notify.ts';

/** The messages on screen. They wait while the pointer or the keyboard is on one of them. */
export function SnackbarHost({ notify }: { notify: Notify }) {
  const t = useTranslate();
  const shown = useReadable(notify.shown);
  return (
    <SnackbarRegion label={t('Messages')}>
      {shown.map(({ id, tone, message, action }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only watches whether somebody is there
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
