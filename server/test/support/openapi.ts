import type { Client } from './client.ts';

export interface Operation {
  method: string;
  /** As in the document: /v1/books/{id}. */
  path: string;
  summary: string | undefined;
  responses: string[];
}

interface OpenApiDocument {
  openapi: string;
  paths: Record<
    string,
    Record<string, { summary?: string; responses?: Record<string, unknown>; requestBody?: unknown }>
  >;
}

export async function openApiDocument(visitor: Client): Promise<OpenApiDocument> {
  const response = await visitor.fetch('/v1/openapi.json');
  return (await response.json()) as OpenApiDocument;
}

/** All operations in the server's document. */
export async function operations(visitor: Client): Promise<Operation[]> {
  const { paths } = await openApiDocument(visitor);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, responses }]) => ({
      method: method.toUpperCase(),
      path,
      summary,
      responses: Object.keys(responses ?? {}),
    })),
  );
}
