import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runInBackground } from '../../../src/run/common/runInBackground.ts';

export interface ChatRequest {
  headers: IncomingMessage['headers'];
  body: { model: string; stream?: boolean; messages: { role: string; content: string }[]; tools?: unknown };
}

/** How a chat server responds to a request. */
export type ChatReply = (response: ServerResponse, request: ChatRequest) => void | Promise<void>;

/** A small server with the protocol of OpenAI's chat completions, like Ollama and llama.cpp. */
export async function chatServer(first: ChatReply) {
  const requests: ChatRequest[] = [];
  let reply = first;
  let heard = () => {};
  const server = createServer((message, response) => {
    let text = '';
    message.on('data', (chunk) => {
      text += chunk;
    });
    message.on('end', () => {
      const request = { headers: message.headers, body: JSON.parse(text) as ChatRequest['body'] };
      requests.push(request);
      heard();
      runInBackground(() => reply(response, request), { error: console.error }, 'no reply');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answers(next: ChatReply) {
      reply = next;
      requests.length = 0;
    },
    /** Resolves at the next request. */
    asked: () =>
      new Promise<void>((resolve) => {
        heard = resolve;
      }),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A chunk of a streamed answer in that protocol. */
export function chunk(content: string, finish: string | null = null): string {
  const choice = { index: 0, delta: content === '' ? {} : { content }, finish_reason: finish };
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [choice] })}\n\n`;
}

export function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

/** Streams these chunks as a complete answer. */
export const streams =
  (...pieces: string[]): ChatReply =>
  (response) => {
    beginStream(response);
    for (const piece of pieces) response.write(chunk(piece));
    response.end(`${chunk('', 'stop')}data: [DONE]\n\n`);
  };

/** A call of a tool; its arguments may be broken JSON. */
export type ScriptedCall = [name: string, args: object | string];

/** Streams calls of tools, as one step of an answer. */
export const calls =
  (...scripted: ScriptedCall[]): ChatReply =>
  (response) => {
    beginStream(response);
    const tool_calls = scripted.map(([name, args], index) => ({
      index,
      id: `call-${index}`,
      type: 'function',
      function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
    }));
    const piece = (delta: object, finish_reason: string | null) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    response.write(piece({ role: 'assistant', tool_calls }, null));
    response.end(`${piece({}, 'tool_calls')}data: [DONE]\n\n`);
  };

/** Gives each request the next reply; the last one stays. */
export function inOrder(...replies: ChatReply[]): ChatReply {
  let at = 0;
  return (response, request) => {
    const reply = replies[Math.min(at, replies.length - 1)];
    at += 1;
    return reply?.(response, request);
  };
}
