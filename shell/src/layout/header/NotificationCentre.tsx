import { useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Popover } from '@lectern/shared-ui/Popover.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { toneStyles } from '@lectern/shared-ui/toneStyles.ts';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { useShell } from '../../host/shell.ts';
import { useFormats } from '../../services/i18n/formats.ts';

/** List of recent messages. */
export function NotificationCentre() {
  const t = useTranslate();
  const { ago } = useFormats();
  const { notify } = useShell();
  const history = useReadable(notify.history);
  const [seen, setSeen] = useState(0);
  const fresh = history.filter((notice) => notice.id > seen).length;

  return (
    <Popover
      label={t('Notifications')}
      width="23rem"
      onOpenChange={(open) => open && setSeen(history[0]?.id ?? seen)}
      trigger={
        <IconButton
          label={fresh > 0 ? t('Notifications, {{count}} new', { count: fresh }) : t('Notifications')}
          icon={<Bell />}
          badge={fresh}
          tooltipSide="bottom"
        />
      }
    >
      <Head>
        <h2>{t('Notifications')}</h2>
        {history.length > 0 ? (
          <Button size="small" variant="quiet" onClick={notify.clearHistory}>
            {t('Clear')}
          </Button>
        ) : null}
      </Head>
      {history.length === 0 ? <None>{t('Nothing new. Enjoy your book.')}</None> : null}
      <List role="list">
        {history.map((notice) => {
          const { Icon, ink } = toneStyles[notice.tone];
          return (
            <li key={notice.id}>
              <Icon aria-hidden style={{ color: ink }} />
              <div>
                <p>{notice.message}</p>
                <time dateTime={new Date(notice.at).toISOString()}>{ago(notice.at)}</time>
              </div>
            </li>
          );
        })}
      </List>
    </Popover>
  );
}

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  min-block-size: 2rem;
  & > h2 { font-size: ${type.large}; }
`;

const None = styled.p`
  padding-block: ${space(6)};
  color: ${color.textMuted};
  font-family: ${font.reading};
  text-align: center;
`;

const List = styled.ul`
  & > li { display: flex; gap: ${space(3)}; padding-block: ${space(3)}; border-block-start: 1px solid ${color.line}; }
  & > li:first-child { border: 0; }
  & svg { flex: none; inline-size: 1.125rem; block-size: 1.125rem; margin-block-start: 0.125rem; }
  & p { font-size: ${type.small}; }
  & time { color: ${color.textMuted}; font-size: ${type.caption}; }
`;
