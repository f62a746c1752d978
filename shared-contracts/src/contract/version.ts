/**
 * Version of the contract between the shell and its remotes, major.minor. Adding to the Host or to what may be
 * exposed raises the minor; removing or changing something raises the major. See docs/writing-a-remote.md.
 */
export const CONTRACT_VERSION = '2.0';

/** Whether a remote built for `wanted` works in a shell with `offered`: same major, and at least the same minor. */
export function contractFits(wanted: string, offered: string = CONTRACT_VERSION): boolean {
  const [w, o] = [parse(wanted), parse(offered)];
  return w !== null && o !== null && w.major === o.major && w.minor <= o.minor;
}

function parse(version: string): { major: number; minor: number } | null {
  const match = /^(\d{1,6})\.(\d{1,6})$/.exec(version);
  return match ? { major: Number(match[1]), minor: Number(match[2]) } : null;
}
