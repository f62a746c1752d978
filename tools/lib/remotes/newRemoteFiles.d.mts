/** @returns the files of a new remote, by path below its folder */
export function filesOf(name: string, versions: Record<string, string>, dev?: string): Record<string, string>;
