/** Whether the browser refused to store something because it is full. By name: the error has several classes. */
export const isQuotaError = (error: unknown): boolean =>
  (error as { name?: unknown } | null)?.name === 'QuotaExceededError';
