/**
 * Runs one of our commands as a person does, as a process of its own; for a test.
 * @param file as in 'tools/deploy.mjs' @param env beside what this process has
 */
export function runTool(
  file: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<{ code: number | null; said: string }>;
