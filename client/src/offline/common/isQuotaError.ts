/** Whether the browser refused to keep something for want of room. By name: the error has several classes. */
export const isQuotaError = (error: unknown): boolean =>
  (error as { name?: unknown } | null)?.name === 'QuotaExceededError';
