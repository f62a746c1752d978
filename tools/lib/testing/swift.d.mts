/** A server that speaks S3, at an address as S3_TEST takes it; gone when it is stopped. */
export function startSwift(): Promise<{ url: string; stop(): Promise<void> }>;
