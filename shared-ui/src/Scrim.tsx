import { Overlay } from '@radix-ui/react-dialog';
import { styled } from 'styled-components';
import { color, duration, layer } from './tokens.ts';

/** What lies over the page while a dialog is open. */
export const Scrim = styled(Overlay)`
  position: fixed;
  inset: 0;
  z-index: ${layer.overlay};
  background: ${color.scrim};
  &[data-clear] { background: none; }
  &[data-state='open'] { animation: lectern-fade-in ${duration.normal}; }
  &[data-state='closed'] { animation: lectern-fade-out ${duration.fast} forwards; }
`;
