import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import { startSandbox } from '../sandbox/start.ts';
import { steadyPort } from '../scripts/start/ports.ts';
import { STRIPE, TWILIO } from '../test/delivery.ts';
import { startServerProcess, startWorkerProcess } from '../test/production-processes.ts';
import { openDatabase } from './database.ts';
import { fillLeadsOf } from './leads-data.ts';
import { type Account, openDashboard, signUp } from './load-people.ts';
import { type Phase, runPhase } from './load-phase.ts';

/**
 * `npm run load`: one server and one worker by their production commands, with 200 companies that signed up and 100,000
 * leads. For ten minutes, 20 leads and 80 widget settings a second, with dashboards open. Then a minute of overload, and
 * a minute as before. Prints rates, response times and memory. Exits with 1 if a request failed
 * or was refused before or after the overload, or if an answer to the overload was neither a success nor 429 or 503.
 *
 * LOAD_MINUTES, LOAD_LEADS and LOAD_WIDGETS (a second), LOAD_TIMES (how many times that in the overload) change it.
 */
const COMPANIES = 200;
const LEADS_EACH = 500;
const DASHBOARDS = 20;
const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const MINUTES = number('LOAD_MINUTES', 10);
const RATE = { leads: number('LOAD_LEADS', 20), widgets: number('LOAD_WIDGETS', 80) };
const TIMES = number('LOAD_TIMES', 5);

const say = (line: string): void => console.log(line);
const database = await openDatabase();
const port = await steadyPort('load');
const url = `http://127.0.0.1:${port}`;
const sandbox = await startSandbox({
  port: 0,
  smtpPort: 0,
  providers: ['stripe', 'twilio', 'smtp'],
  appUrl: url,
  twilio: TWILIO,
  stripe: STRIPE,
});
const options = { databaseUrl: database.url, url, sandbox };
const server = await startServerProcess(options, port);
const worker = startWorkerProcess(options);
let mails = 0;
let forget: NodeJS.Timeout | undefined;

try {
  say(`${cpus()[0]?.model}, ${availableParallelism()} cores, load average ${loadavg()[0]?.toFixed(1)}`);
  const began = performance.now();
  const accounts: Account[] = [];
  while (accounts.length < COMPANIES) accounts.push(await signUp({ url, sandbox, number: accounts.length }));
  database.clock.set(new Date());
  await fillLeadsOf(
    database,
    accounts.map(({ companyId }) => companyId),
    LEADS_EACH,
  );
  say(`${COMPANIES} companies signed up, ${COMPANIES * LEADS_EACH} leads, in ${seconds(performance.now() - began)} s`);
  const dashboards = accounts.slice(0, DASHBOARDS).map((account) => openDashboard(url, account));

  const target = { url, accounts };
  forget = setInterval(() => {
    mails += sandbox.messages.all().length;
    sandbox.messages.clear();
  }, 10 * SECOND);
  const memory: Record<string, string> = {};
  const look = (minute: number) =>
    setTimeout(() => (memory[`minute ${minute}`] = remembered()), minute * MINUTE - SECOND);
  const looks = [Math.min(2, MINUTES / 2), MINUTES].map(look);
  const normal = await runPhase(target, { ...RATE, ms: MINUTES * MINUTE });
  for (const timer of looks) clearTimeout(timer);
  tell(`${MINUTES} minutes`, normal);
  say(
    `memory (server, worker): ${Object.entries(memory)
      .map(([at, mb]) => `${at} ${mb}`)
      .join(' · ')}`,
  );
  const changes = dashboards.reduce((sum, one) => sum + one.changes, 0);
  const faults = dashboards.flatMap((one) => one.faults);
  say(`${DASHBOARDS} dashboards: ${changes} changes arrived, ${faults.length} faults`);
  for (const fault of faults.slice(0, 5)) say(`  ${fault}`);
  const rate = { leads: RATE.leads * TIMES, widgets: RATE.widgets * TIMES };
  const overload = await runPhase(target, { ...rate, ms: MINUTE });
  tell(`overload, ${TIMES} times`, overload);
  const afterOverload = remembered();
  await wait(10 * SECOND);
  const recovered = await runPhase(target, { ...RATE, ms: MINUTE });
  tell('after it', recovered);
  say(`memory (server, worker): after the overload ${afterOverload} · at the end ${remembered()}`);
  say(`${mails} emails were sent`);
  for (const one of dashboards) one.close();
  const failed =
    normal.refused + normal.failed + faults.length + overload.failed + recovered.refused + recovered.failed;
  say(failed === 0 ? 'No request failed.' : `${failed} requests failed.`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  clearInterval(forget);
  await Promise.all([server.stop(), worker.stop()]);
  await sandbox.close();
  await database.close();
}

function remembered(): string {
  return `${Math.round(server.memory())} MB, ${Math.round(worker.memory())} MB`;
}

function seconds(ms: number): string {
  return (ms / SECOND).toFixed(1);
}

function tell(what: string, { leads, widgets, refused, failed, faults, ms }: Phase): void {
  const one = (name: string, { count, p50, p99, slow }: Phase['leads']) =>
    `${name} ${(count / (ms / SECOND)).toFixed(1)}/s, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms` +
    (slow.count === 0
      ? ''
      : ` (${slow.count} over 2 s, due from second ${slow.from.toFixed(0)} to ${slow.to.toFixed(0)})`);
  say(
    `${what}: ${one('leads', leads)} · ${one('widgets', widgets)} · ${refused} refused (429, 503) · ${failed} failed`,
  );
  for (const fault of faults) say(`  ${fault}`);
}
