import { color, font, space } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** The product's name with its logo: an open book on a stand. */
export function Wordmark({ markOnly = false }: { markOnly?: boolean }) {
  return (
    <Face>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <path
          d="M16 9C13.4 6.7 9.8 5.8 5 6v14.5c4.8-.2 8.4.7 11 3 2.6-2.3 6.2-3.2 11-3V6c-4.8-.2-8.4.7-11 3z"
          fill="currentColor"
        />
        <path d="M16 9v14.5" stroke="var(--surface)" strokeWidth="1.5" />
        <path d="M16 25v3.5M11 28.5h10" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
      </svg>
      {markOnly ? null : <span>Lectern</span>}
    </Face>
  );
}

const Face = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space(2.5)};
  color: ${color.accent};
  & > span {
    color: ${color.text};
    font-family: ${font.reading};
    font-size: 1.375rem;
    font-weight: 550;
    letter-spacing: -0.02em;
    line-height: 1;
  }
`;
