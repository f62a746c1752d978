import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, font, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { useMemo } from 'react';
import { styled } from 'styled-components';
import { encode } from 'uqr';
import { useFormats } from '../../services/i18n/formats.ts';

/** A sign-in method below its heading. */
export const Part = styled.section`
  display: grid;
  gap: ${space(4)};
  min-inline-size: 0;
  & > h3 { font-size: ${type.body}; }
`;

/** Actions of a list item. */
export const Commands = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

/** Dark on light in both themes: scanners need it. */
export const QrPlace = styled.div`
  align-self: center;
  padding: ${space(3)};
  border-radius: ${radius.control};
  background: #fff;
  & > svg { display: block; inline-size: min(13rem, 60vw); block-size: auto; }
`;

/** A key or code to read, type or copy. */
export const Secret = styled.code`
  direction: ltr;
  font-family: ui-monospace, monospace;
  font-size: ${type.small};
  overflow-wrap: anywhere;
  user-select: all;
`;

export const CodeList = styled.ul.attrs({ role: 'list' })`
  direction: ltr;
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
  gap: ${space(2)} ${space(4)};
  border-radius: ${radius.control};
  background: ${color.surfaceSunken};
  font-family: ${font.reading};
  /* The global styles remove list markers. */
  && { padding: ${space(4)}; }
`;

/** Renders a text as a QR code, locally: the text is not sent anywhere. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: 2 });
    const squares = code.data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : '')));
    return { size: code.size, path: squares.join('') };
  }, [text]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </svg>
  );
}

interface KeyWordsProps {
  item: { name: string; last_used_at: string | null; created_at: string };
  /** Further details. */
  more?: string;
}

/** Name and last use of a passkey or an app password. */
export function KeyWords({ item: { name, last_used_at, created_at }, more = '' }: KeyWordsProps) {
  const t = useTranslate();
  const { ago } = useFormats();
  const when = ago(last_used_at ?? created_at);
  return (
    <div>
      <span dir="auto">{name}</span>
      <small>
        {last_used_at === null
          ? t('Added {{when}}, not used yet', { when })
          : t('Last used {{when}}', { when })}
        {more === '' ? '' : ` · ${more}`}
      </small>
    </div>
  );
}
