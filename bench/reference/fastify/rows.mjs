/**
 * Bare Fastify that serialises what it was given at its start: rows by standard input, its address by standard output.
 */
import fastify from 'fastify';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const answer = JSON.parse(Buffer.concat(chunks).toString());
const app = fastify();
app.get('/', async () => answer);
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
