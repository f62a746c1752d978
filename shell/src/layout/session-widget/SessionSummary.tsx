import type { FinishedSession } from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { X } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { Fills } from '../../remotes/points/Fill.tsx';
import { Sheet, SheetHead } from './sessionWidget.styles.ts';

/** Milliseconds until an untouched summary closes. */
const untouchedMs = 15_000;

/** What a session came to, when it ends: time, pages, the day, and a line to write. Closes by itself if untouched. */
export function SessionSummary() {
  const { events } = useHost();
  const [ended, setEnded] = useState<FinishedSession | null>(null);
  useEffect(
    () =>
      events.on('readingSessionCompleted', ({ session }) => {
        const finished = session as FinishedSession;
        if (finished.duration > 0 || finished.pagesRead > 0) setEnded(finished);
      }),
    [events],
  );
  const close = useCallback(() => setEnded(null), []);
  return ended === null ? null : <Summary key={ended.sessionId} session={ended} onClose={close} />;
}

function Summary({ session: ended, onClose }: { session: FinishedSession; onClose: () => void }) {
  const t = useTranslate();
  const { session, notify, i18n } = useHost();
  const language = useReadable(i18n.language);
  const [touched, setTouched] = useState(false);
  const [line, setLine] = useState('');
  useEffect(() => {
    if (touched) return;
    const timer = setTimeout(onClose, untouchedMs);
    return () => clearTimeout(timer);
  }, [touched, onClose]);
  const { book, duration, pagesRead } = ended;
  const minutes = new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  const touch = () => setTouched(true);
  /** Closing keeps what was written. */
  const close = () => {
    const notes = line.trim();
    const id = ended.backendSessionId ?? ended.sessionId;
    if (notes !== '')
      session
        .correct({ id, bookId: book.id }, { notes })
        .catch((error: Error) => notify.show({ tone: 'danger', message: t(error.message) }));
    onClose();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    close();
  };
  return (
    <Sheet
      data-bar
      aria-label={t('Reading session ended.')}
      onPointerDown={touch}
      onPointerMove={touch}
      onFocus={touch}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <SheetHead>
        <div>
          <h2>
            {duration > 0 ? minutes.format(duration) : t('Less than a minute')}
            {pagesRead > 0 ? ` · ${t('{{count}} pages', { count: pagesRead })}` : null}
          </h2>
          <p dir="auto">{book.title}</p>
        </div>
        <IconButton label={t('Close')} icon={<X />} onClick={close} />
      </SheetHead>
      <Fills point="shell/session-end" />
      <form onSubmit={save}>
        <TextField
          label={t('A line about this session')}
          hideLabel
          placeholder={t('A line about this session')}
          maxLength={2_000}
          value={line}
          onChange={setLine}
        />
        <Button type="submit">{t('Save')}</Button>
      </form>
    </Sheet>
  );
}
