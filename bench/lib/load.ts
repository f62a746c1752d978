import { Agent, request } from 'node:http';

/**
 * Requests a URL repeatedly on several connections.
 * @returns milliseconds per request, over all connections
 */
export async function timePerRequest(
  url: string,
  headers: Record<string, string>,
  { milliseconds = 1_500, connections = 8 } = {},
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const begun = performance.now();
  let answered = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - begun < milliseconds) {
        await get(url, headers, agent);
        answered += 1;
      }
    }),
  );
  agent.destroy();
  return (performance.now() - begun) / answered;
}

/** One request, including its complete answer. @returns milliseconds */
export async function timeOf(url: string, headers: Record<string, string>, agent: Agent): Promise<number> {
  const begun = performance.now();
  await get(url, headers, agent);
  return performance.now() - begun;
}

function get(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume();
      response.once('end', resolve);
    })
      .once('error', reject)
      .end();
  });
}

/** @param share such as 0.95 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
