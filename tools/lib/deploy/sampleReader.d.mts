export function sampleReader(
  origin: string,
  account: { name: string; email: string; password: string; existing?: boolean },
): Promise<{ token: string; user: object; bookId: string; remove(): Promise<void> }>;
