import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, font, measure, space, type } from '@lectern/shared-ui/tokens.ts';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Prose } from '../../../services/theme/prose.ts';

/** A long text in sections, each with an `h2`, and a table of contents beside it if there is space. */
export function LegalText({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const text = useRef<HTMLElement>(null);
  const id = useId();
  const [parts, setParts] = useState<readonly string[]>([]);

  // Read from the rendered headings after each render, since they change with the language.
  useLayoutEffect(() => {
    const headings = [...(text.current?.querySelectorAll('h2') ?? [])];
    for (const [index, heading] of headings.entries()) heading.id = `${id}-${index}`;
    const titles = headings.map((heading) => heading.textContent ?? '');
    setParts((current) => (current.join('\n') === titles.join('\n') ? current : titles));
  });

  return (
    <Sides>
      <Prose ref={text}>{children}</Prose>
      <Parts aria-labelledby={`${id}-title`}>
        <strong id={`${id}-title`}>{t('On this page')}</strong>
        <ul>
          {parts.map((title, index) => (
            <li key={title}>
              <a href={`#${id}-${index}`}>{title}</a>
            </li>
          ))}
        </ul>
      </Parts>
    </Sides>
  );
}

const Sides = styled.div`
  display: grid;
  grid-template-columns: minmax(0, ${measure});
  & h2 { scroll-margin-block-start: ${space(20)}; }
  @media (min-width: 75em) {
    grid-template-columns: minmax(0, ${measure}) minmax(12rem, 18rem);
    gap: ${space(20)};
    align-items: start;
  }
`;

const Parts = styled.nav`
  position: sticky;
  inset-block-start: ${space(24)};
  display: none;
  padding-inline-start: ${space(6)};
  border-inline-start: 1px solid ${color.line};
  font-size: ${type.small};
  & > strong { font-family: ${font.reading}; font-weight: 600; color: ${color.textMuted}; }
  & ul { margin: ${space(3)} 0 0; padding: 0; list-style: none; }
  & li + li { margin-block-start: ${space(1)}; }
  & a { display: inline-block; padding-block: ${space(1)}; color: ${color.text}; text-decoration: none; }
  & a:hover { text-decoration: underline; }
  @media (min-width: 75em) { display: block; }
`;
