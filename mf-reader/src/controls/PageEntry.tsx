import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, radius, space } from '@lectern/shared-ui/tokens.ts';
import { useRef, useState } from 'react';
import { styled } from 'styled-components';

export interface PageEntryProps {
  page: number;
  total: number;
  /**
   * Goes to the entered page.
   * @returns false when there is no such page
   */
  onEnter: (typed: string) => boolean;
}

/** The current page; when clicked, an input for a page number or label. */
export function PageEntry({ page, total, onEnter }: PageEntryProps) {
  const t = useTranslate();
  const [typed, setTyped] = useState<string | null>(null);
  const [isUnknown, setUnknown] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const current = t('Page {{page}} of {{total}}', { page, total });
  const close = () => {
    setTyped(null);
    setUnknown(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (typed === null)
    return (
      <Current
        ref={button}
        type="button"
        aria-label={`${current}. ${t('Go to page')}`}
        onClick={() => setTyped('')}
      >
        <output>{current}</output>
      </Current>
    );
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (onEnter(typed)) close();
        else setUnknown(true);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        event.preventDefault();
        close();
      }}
    >
      <input
        aria-label={t('Go to page')}
        aria-invalid={isUnknown}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the reader has just asked for this field
        autoFocus
        placeholder={String(page)}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setUnknown(false);
        }}
        onBlur={() => {
          setTyped(null);
          setUnknown(false);
        }}
      />
      <span role="status">{isUnknown ? t('There is no such page.') : null}</span>
      <output hidden>{current}</output>
    </Form>
  );
}

const Current = styled.button`
  min-block-size: 24px;
  padding: 0;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.text};
  font: inherit;
  font-variant-numeric: tabular-nums;
  &:hover { text-decoration: underline; text-underline-offset: 0.2em; }
  position: relative;
  /* Large enough for a finger, without a higher bar. */
  &::before { content: ''; position: absolute; inset: -0.8rem -1rem; }
`;

const Form = styled.form`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  & > input {
    inline-size: 5rem;
    padding: ${space(1)} ${space(2)};
    border: 1px solid ${color.line};
    border-radius: ${radius.control};
    background: ${color.surface};
    color: ${color.text};
    font: inherit;
    text-align: center;
  }
  & > input[aria-invalid='true'] { border-color: ${color.danger}; }
`;
