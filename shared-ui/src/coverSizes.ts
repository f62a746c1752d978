/** The four sizes of a cover, in pixels: [width, height]. */
export const coverSizes = {
  thumbnail: [64, 96],
  small: [96, 144],
  medium: [192, 288],
  large: [256, 384],
} as const;

/** 'fluid' fills its container, with ratio 2:3. */
export type CoverSize = keyof typeof coverSizes | 'fluid';
