/** `npm run dev -w <name>` as a process of its own, on a free port; `account` is the reader with sample data. */
export function startDevRemote(name: string): Promise<{
  url: string;
  account: { name: string; email: string; password: string };
  stop(): Promise<void>;
}>;
