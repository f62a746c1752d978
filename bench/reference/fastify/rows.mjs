/**
 * Bare Fastify that serializes the rows from its standard input; prints its URL to standard output.
 */
import fastify from 'fastify';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const answer = JSON.parse(Buffer.concat(chunks).toString());
const app = fastify();
app.get('/', async () => answer);
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
