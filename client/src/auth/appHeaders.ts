/** Version and environment of this build: sent with every call, in reports, and shown on the About page. */
export const appVersion: string = process.env.LECTERN_VERSION ?? 'unknown';
export const appEnvironment: string = process.env.LECTERN_MODE ?? 'production';

/** Sent with every call to the server [LG-08]. */
export const appHeaders: Readonly<Record<string, string>> = {
  'X-App-Version': appVersion,
  'X-App-Environment': appEnvironment,
};
