import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { SECOND } from '#shared/primitives/durations.ts';
import type { Account } from './load-people.ts';
import { quantile } from './rounds.ts';

interface Answers {
  /** How many were answered with success. */
  count: number;
  /** Response times of those in milliseconds, from the time at which the request was due. */
  p50: number;
  p99: number;
  /** How many took more than two seconds, and when in the phase those were due, in seconds. */
  slow: { count: number; from: number; to: number };
}

export interface Phase {
  leads: Answers;
  widgets: Answers;
  /** Answered with 429 or 503. */
  refused: number;
  /** Any other answer, or none. */
  failed: number;
  /** The first few of those. */
  faults: string[];
  ms: number;
}

interface Target {
  url: string;
  accounts: readonly Account[];
}

const LONGEST = 30 * SECOND;
const SLOW = 2 * SECOND;
let made = 0;

/**
 * Sends requests at these rates (a second) for `ms`, without waiting for answers, as visitors do. Each comes from its own
 * network. Resolves when all are answered.
 */
export async function runPhase(
  { url, accounts }: Target,
  rates: { leads: number; widgets: number; ms: number },
): Promise<Phase> {
  const agent = new Agent({ keepAlive: true });
  const took = { leads: [] as Answered[], widgets: [] as Answered[] };
  const phase = { refused: 0, failed: 0, faults: [] as string[] };
  const running = new Set<Promise<void>>();
  const fail = (fault: string): void => {
    phase.failed += 1;
    if (phase.faults.length < 5) phase.faults.push(fault);
  };
  const ask = (kind: 'leads' | 'widgets', due: number): void => {
    const number = (made += 1);
    const account = accounts[number % accounts.length] as Account;
    const asked = (kind === 'leads' ? post(account, number) : Promise.resolve(undefined))
      .then((body) => send({ agent, url, account, body, number }))
      .then(({ status, answered }) => {
        if (status === 200 || status === 201) took[kind].push({ due: due - began, ms: performance.now() - due });
        else if (status === 429 || status === 503) phase.refused += 1;
        else fail(`${kind} answered ${status}: ${answered.slice(0, 200)}`);
      })
      .catch((error: unknown) => fail(`${kind}: ${String(error)}`))
      .finally(() => running.delete(asked));
    running.add(asked);
  };
  const began = performance.now();
  const sent = { leads: 0, widgets: 0 };
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = Math.min(performance.now() - began, rates.ms);
      for (const kind of ['leads', 'widgets'] as const)
        for (; sent[kind] < (elapsed / SECOND) * rates[kind]; sent[kind] += 1)
          ask(kind, began + (sent[kind] / rates[kind]) * SECOND);
      if (elapsed < rates.ms) return;
      clearInterval(timer);
      resolve();
    }, 5);
  });
  await Promise.all(running);
  agent.destroy();
  return { ...phase, leads: answers(took.leads), widgets: answers(took.widgets), ms: rates.ms };
}

/** One answer: when in the phase its request was due, and its response time, in milliseconds. */
interface Answered {
  due: number;
  ms: number;
}

function answers(all: readonly Answered[]): Answers {
  const times = all.map(({ ms }) => ms);
  const slow = all.filter(({ ms }) => ms > SLOW).map(({ due }) => due / SECOND);
  return {
    count: all.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    slow: { count: slow.length, from: Math.min(...slow), to: Math.max(...slow) },
  };
}

const post = async (account: Account, number: number): Promise<string> =>
  JSON.stringify({
    contractorId: account.contractorId,
    name: `Dana Load ${number}`,
    email: `dana.load${number}@example.com`,
    perimeter: 100 + (number % 200),
    gateCount: number % 3,
    smsConsent: false,
    idempotencyKey: randomUUID(),
    ticket: await account.ticket(),
  });

interface Sent {
  agent: Agent;
  url: string;
  account: Account;
  body: string | undefined;
  number: number;
}

const send = ({ agent, url, account, body, number }: Sent): Promise<{ status: number; answered: string }> =>
  new Promise((resolve, reject) => {
    const path = body === undefined ? `/api/widget/v1/config/${account.contractorId}?lang=,en` : '/api/widget/v1/leads';
    const out = request(
      url + path,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        timeout: LONGEST,
        headers: {
          'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
          origin: 'https://fences.example',
          'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        text(answer).then((answered) => resolve({ status: answer.statusCode ?? 0, answered }), reject);
      },
    );
    out.once('timeout', () => out.destroy(new Error('no answer in 30 s')));
    out.once('error', reject);
    out.end(body);
  });
