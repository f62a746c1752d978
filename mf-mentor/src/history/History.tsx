import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Popover } from '@lectern/shared-ui/Popover.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, font, media, radius, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import { History as Clock, X } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';

export interface HistoryProps {
  currentId: string | null;
  onOpen: (id: string) => void;
  /** The open conversation has been deleted. */
  onDeleted: () => void;
}

/** Earlier conversations, newest first. */
export function History({ currentId, onOpen, onDeleted }: HistoryProps) {
  const t = useTranslate();
  const { api, data, i18n, notify } = useHost();
  const language = useReadable(i18n.language);
  const conversations = useData('GET /mentor/conversations', {});
  const [deleting, setDeleting] = useState<{ id: string; title: string } | null>(null);
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });

  const deleteConversation = async () => {
    if (deleting === null) return;
    setDeleting(null);
    try {
      await api.call('DELETE /mentor/conversations/:id', { params: { id: deleting.id } });
      data.refresh('GET /mentor/conversations');
      if (deleting.id === currentId) onDeleted();
    } catch (error) {
      notify.show({ tone: 'danger', message: t(errorMessage(error)) });
    }
  };
  return (
    <nav aria-label={t('Conversations')}>
      <Title>{t('Conversations')}</Title>
      {conversations.status === 'loading' ? <Skeleton shape="paragraph" lines={4} /> : null}
      {conversations.status === 'error' ? <Muted>{t('They cannot be shown at the moment.')}</Muted> : null}
      {conversations.status === 'ready' && conversations.value.items.length === 0 ? (
        <Muted>{t('What you ask is kept here.')}</Muted>
      ) : null}
      {conversations.status === 'ready' ? (
        <List>
          {conversations.value.items.map(({ id, title, updated_at }) => (
            <li key={id}>
              <Open
                type="button"
                aria-current={id === currentId ? 'true' : undefined}
                onClick={() => onOpen(id)}
              >
                <span dir="auto">{title.replace(/^> /, '')}</span>
                <small>{day.format(new Date(updated_at))}</small>
              </Open>
              <IconButton
                size="small"
                icon={<X />}
                label={t('Delete “{{title}}”', { title })}
                onClick={() => setDeleting({ id, title })}
              />
            </li>
          ))}
        </List>
      ) : null}
      <ConfirmDialog
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t('Delete this conversation?')}
        description={deleting?.title ?? ''}
        confirmLabel={t('Delete')}
        cancelLabel={t('Keep')}
        danger
        onConfirm={() => runInBackground(deleteConversation())}
      />
    </nav>
  );
}

/** Opens the history on screens without space for it. */
export function HistoryButton({ onOpen, ...rest }: HistoryProps) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('Conversations')}
      trigger={<Button icon={<Clock />}>{t('Conversations')}</Button>}
    >
      <History
        {...rest}
        onOpen={(id) => {
          setOpen(false);
          onOpen(id);
        }}
      />
    </Popover>
  );
}

const Title = styled.h2`
  margin-block-end: ${space(2)};
  font-family: inherit;
  font-size: ${type.small};
  font-weight: 600;
  letter-spacing: 0;
`;

const Muted = styled.p`
  color: ${color.textMuted};
  font-size: ${type.small};
`;

const List = styled.ul.attrs({ role: 'list' })`
  & > li { display: flex; align-items: center; gap: ${space(1)}; }
  & > li > button:last-child { opacity: 0; }
  & > li:hover > button:last-child, & > li:focus-within > button:last-child { opacity: 1; }
  @media (hover: none) { & > li > button:last-child { opacity: 1; } }
`;

const Open = styled.button`
  display: grid;
  flex: 1;
  min-inline-size: 0;
  margin-inline-start: -${space(2)};
  padding: ${space(1.5)} ${space(2)};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  text-align: start;
  font-size: ${type.small};
  & > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-family: ${font.reading}; }
  & > small { color: ${color.textMuted}; }
  &:hover { background: ${color.surfaceHover}; }
  &[aria-current] { background: ${color.accentSoft}; }
  @media ${media.narrow} { min-block-size: ${touchTarget}; }
`;
