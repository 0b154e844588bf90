import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { z } from 'zod';

/**
 * Input for a process that generates load. The process keeps `atOnce` requests running, taken in turn from `requests`,
 * until it receives 'stop'.
 */
export const crowdSchema = z.object({
  url: z.string(),
  atOnce: z.number(),
  headers: z.record(z.string(), z.string()),
  requests: z.array(z.object({ path: z.string(), body: z.string().optional() })),
});
export type Crowd = z.infer<typeof crowdSchema>;

/**
 * A process that sends requests while another process measures. It receives 'go' and 'stop' in turn, and replies to
 * each with counts.
 */
let agent = new Agent({ keepAlive: true });
let crowd: Crowd | undefined;
let going = false;
let answers: Record<number, number> = {};
let under: Promise<unknown> = Promise.resolve();
let turn = 0;

const ask = ({ url, headers }: Crowd, { path, body }: Crowd['requests'][number]) =>
  new Promise<void>((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(`${url}${path}`, { agent, method, headers }, (response) => {
      const status = response.statusCode ?? 0;
      answers[status] = (answers[status] ?? 0) + 1;
      response.resume().once('end', resolve).once('error', reject);
    });
    sent.once('error', reject).end(body);
  });

const keepAsking = async (of: Crowd) => {
  while (going) {
    const next = of.requests[turn % of.requests.length];
    turn += 1;
    if (next) await ask(of, next);
  }
};

process.on('message', (message) => {
  void answer(message);
});

async function answer(message: unknown): Promise<void> {
  if (message === 'go' && crowd) {
    const of = crowd;
    going = true;
    answers = {};
    under = Promise.all(Array.from({ length: of.atOnce }, () => keepAsking(of)));
    process.send?.({});
  } else if (message === 'stop') {
    going = false;
    await under;
    // Closes the connections. Otherwise the server could close an idle connection just as a request begins to use it.
    agent.destroy();
    agent = new Agent({ keepAlive: true });
    process.send?.(answers);
  } else {
    crowd = crowdSchema.parse(message);
    process.send?.({});
  }
}

process.once('disconnect', () => process.exit(0));
await once(process, 'disconnect');
