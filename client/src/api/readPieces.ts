/**
 * Reads a streamed response of JSON lines.
 * @throws Error when it is not JSON lines (a captive portal), or ends in the middle of a line
 */
export async function readPieces<T>(response: Response, onPiece: (piece: T) => void): Promise<void> {
  if (!response.headers.get('content-type')?.startsWith('application/x-ndjson') || response.body === null) {
    throw new Error('The response is not a JSON Lines stream.');
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') onPiece(JSON.parse(line) as T);
  }
  if (rest.trim() !== '') throw new Error('The response was truncated.');
}
