import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, layer, radius, space } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** Skip link, first in the tab order. */
export function SkipLink() {
  const t = useTranslate();
  return (
    <Face
      href={`#${mainId}`}
      onClick={(event) => {
        // Do not change the address: it belongs to the router.
        event.preventDefault();
        const main = document.getElementById(mainId);
        // Focusing also scrolls it into view.
        main?.focus();
      }}
    >
      {t('Skip to main content')}
    </Face>
  );
}

const Face = styled.a`
  position: fixed;
  inset-block-start: ${space(3)};
  inset-inline-start: ${space(3)};
  z-index: ${layer.notice};
  padding: ${space(3)} ${space(5)};
  border-radius: ${radius.control};
  background: ${color.accent};
  color: ${color.accentText};
  font-weight: 600;
  &:not(:focus) { clip-path: inset(50%); inline-size: 1px; block-size: 1px; padding: 0; overflow: hidden; white-space: nowrap; }
  &:hover { color: ${color.accentText}; }
`;

/** Id of the main content, the target of the skip link. */
export const mainId = 'main-content';
