import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { Tone } from './tokens.ts';
import { color } from './tokens.ts';

/** Color, background and icon of each tone. */
export const toneStyles = {
  info: { ink: color.info, soft: color.infoSoft, Icon: Info },
  success: { ink: color.success, soft: color.successSoft, Icon: CircleCheck },
  warning: { ink: color.warning, soft: color.warningSoft, Icon: TriangleAlert },
  danger: { ink: color.danger, soft: color.dangerSoft, Icon: CircleAlert },
} satisfies Record<Tone, { ink: string; soft: string; Icon: unknown }>;
