import { writerLabel } from '@lectern/client/auth/browserLabel.ts';
import type { Version, VersionKind } from '@lectern/shared-contracts/api/bin.ts';
import type { SmartRule } from '@lectern/shared-contracts/api/collections.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { ruleLabel } from '@lectern/shared-contracts/domain/books/bookLabels.ts';
import { valueStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { type StoredText, useStoredText } from '@lectern/shared-contracts/react/useStoredText.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { useLoaded } from '../../boundaries/useLoaded.ts';
import type { VersionedThing } from '../../host/shell.ts';
import { ListPages } from '../../pages/query/ListPages.tsx';
import { useFormats } from '../../services/i18n/formats.ts';
import { Muted } from '../../services/theme/prose.ts';
import type { DifferencePart } from './difference.ts';

/** Labels of the fields with versions, in the order in which they are shown. */
const fieldLabels: Readonly<Record<VersionKind, Readonly<Record<string, string>>>> = {
  note: { title: text('Title'), content: text('Text'), tags: text('Tags') },
  highlight: { note: text('Your thought') },
  book: {
    title: text('Title'),
    author: text('Author'),
    genre: text('Genre'),
    tags: text('Tags'),
    series: text('Series'),
    series_index: text('Number in the series'),
    publisher: text('Publisher'),
    published: text('Published'),
    language: text('Language'),
    isbn: 'ISBN',
    description: text('Description'),
  },
  collection: { name: text('Name'), description: text('Description'), rule: text('Rule') },
};

/** Versions on a page. */
const pageSize = 50;

/** The earlier versions of a thing's texts, beside the page: each compared with the current texts, by words. */
export function Versions({ thing, onClose }: { thing: VersionedThing; onClose: () => void }) {
  const t = useTranslate();
  const stored = useStoredText(thing.kind, thing.id);
  const { day } = useFormats();
  const [open, setOpen] = useState<string | null>(null);
  const request = (cursor?: string) => ({
    params: { kind: thing.kind, id: thing.id },
    query: { limit: pageSize, ...(cursor ? { cursor } : {}) },
  });
  return (
    <Dialog
      onClose={onClose}
      title={t('Earlier versions')}
      description={t(
        'Kept for 90 days. Underlined words come back; crossed-out words are only in the current text.',
      )}
      closeLabel={t('Close')}
      size="side"
    >
      <ListPages
        read="GET /versions/:kind/:id"
        request={request}
        empty={
          <Muted>{t('There is no earlier version yet. What you change from now on is kept here.')}</Muted>
        }
      >
        {(items, last) =>
          [...Map.groupBy(items, ({ at }) => day(at))].map(([name, versions]) => (
            <Day key={name}>
              {last && day(last.at) === name ? null : <h3>{name}</h3>}
              {versions.map((version) => (
                <VersionItem
                  key={version.id}
                  version={version}
                  kind={thing.kind}
                  stored={stored}
                  isOpen={(open ?? (last === null ? items[0]?.id : null)) === version.id}
                  onToggle={(isOpen) => setOpen(isOpen ? version.id : '')}
                  onUsed={onClose}
                />
              ))}
            </Day>
          ))
        }
      </ListPages>
    </Dialog>
  );
}

interface VersionItemProps {
  version: Version;
  kind: VersionKind;
  stored: StoredText;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  /** Called when it has become the current version. */
  onUsed: () => void;
}

/** One version: when and where it was replaced, and in which fields it differs. */
function VersionItem({ version, kind, stored, isOpen, onToggle, onUsed }: VersionItemProps) {
  const t = useTranslate();
  const { notify } = useHost();
  const { time } = useFormats();
  const part = useId();
  const device = version.device === null ? null : writerLabel(version.device, t);
  const current = (stored.value ?? {}) as unknown as Readonly<Record<string, unknown>>;
  const labels = Object.entries(fieldLabels[kind]);
  const changed = labels.filter(
    ([field]) => field in version.fields && valueStamp(version.fields[field]) !== valueStamp(current[field]),
  );
  const put = async () => {
    const fields = Object.fromEntries(changed.map(([field]) => [field, version.fields[field]]));
    if (!(await stored.put(fields))) return;
    notify.show({ tone: 'success', message: t('This version is the current one now.') });
    onUsed();
  };
  return (
    <article>
      <Toggle
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? part : undefined}
        onClick={() => onToggle(!isOpen)}
      >
        <span>{t('Until {{time}}', { time: time(version.at) })}</span>
        {device === null ? null : <small dir="auto">{device}</small>}
        <ChevronDown aria-hidden />
      </Toggle>
      {isOpen ? (
        <Fields id={part}>
          {changed.map(([field, label]) => (
            <Field
              key={field}
              label={labels.length > 1 ? t(label) : null}
              current={current[field]}
              earlier={version.fields[field]}
            />
          ))}
          {changed.length === 0 ? <Muted>{t('The same as the current text.')}</Muted> : null}
          {changed.length > 0 && stored.value ? (
            <div>
              <Button size="small" onClick={() => runInBackground(put())}>
                {t('Use this version')}
              </Button>
            </div>
          ) : null}
        </Fields>
      ) : null}
    </article>
  );
}

interface FieldProps {
  label: string | null;
  current: unknown;
  earlier: unknown;
}

/** The difference of one field. */
function Field({ label, current, earlier }: FieldProps) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const shown = (value: unknown): string => {
    if (Array.isArray(value)) return value.join(', ');
    if (typeof value === 'object' && value !== null) return ruleLabel(value as SmartRule, t, language);
    return String(value ?? '');
  };
  const parts = useDifference(shown(current), shown(earlier), language);
  return (
    <div>
      {label === null ? null : <h4>{label}</h4>}
      <Words dir="auto">
        {shown(earlier) === '' ? <em>{t('No text')}</em> : null}
        {parts.map(({ kind, text }, index) => {
          const key = `${index} ${kind}`;
          if (kind === 'earlier') return <ins key={key}>{text}</ins>;
          return kind === 'current' ? <del key={key}>{text}</del> : <span key={key}>{text}</span>;
        })}
      </Words>
    </div>
  );
}

/** The earlier text as it is until the difference is known, whose code is loaded when it is first needed. */
function useDifference(current: string, earlier: string, language: string): readonly DifferencePart[] {
  const load = async () => (await import('./difference.ts')).differenceOf(current, earlier, language);
  return useLoaded<readonly DifferencePart[]>(
    load,
    [{ kind: 'same', text: earlier }],
    [current, earlier, language],
  );
}

const Day = styled.section`
  & + & { margin-block-start: ${space(6)}; }
  & > h3 { margin-block-end: ${space(1)}; color: ${color.textMuted}; font-family: ${font.interface}; font-size: ${type.small}; font-weight: 500; }
  & > article + article { border-block-start: 1px solid ${color.line}; }
`;

const Toggle = styled.button`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  inline-size: 100%;
  min-block-size: 2.75rem;
  padding: ${space(2)} 0;
  border: 0;
  background: none;
  color: ${color.text};
  text-align: start;
  & > small { grid-row: 2; color: ${color.textMuted}; font-size: ${type.caption}; }
  & > svg { grid-area: 1 / 2 / span 2; inline-size: 1.125rem; block-size: 1.125rem; color: ${color.textMuted}; }
  &[aria-expanded='true'] > svg { transform: scaleY(-1); }
`;

const Fields = styled.div`
  display: grid;
  /* Aligned by the page, also where its words run the other way. */
  text-align: left;
  &:dir(rtl) { text-align: right; }
  gap: ${space(4)};
  padding-block: ${space(1)} ${space(5)};
  & h4 { margin-block-end: ${space(1)}; color: ${color.textMuted}; font-family: ${font.interface}; font-size: ${type.caption}; font-weight: 500; }
`;

const Words = styled.div`
  font-family: ${font.reading};
  font-size: ${type.body};
  line-height: 1.6;
  white-space: pre-line;
  overflow-wrap: anywhere;
  & > ins { background: ${color.accentSoft}; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
  & > del { color: ${color.textMuted}; }
  & > del + ins { margin-inline-start: 0.25em; }
  & > em { color: ${color.textMuted}; font-style: var(--quotation-style); }
`;
