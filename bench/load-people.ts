import { z } from 'zod';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { issueTicket } from '#core/features/widget/ticket.ts';
import type { Sandbox } from '../sandbox/start.ts';
import { PASSWORD } from '../test/builders.ts';
import { secretOfTests } from '../test/production-processes.ts';

/** A contractor who has signed up. */
export interface Account {
  contractorId: string;
  companyId: CompanyId;
  cookie: string;
  /** Returns a ticket as if a browser had opened the widget a minute ago. */
  ticket(): Promise<string>;
}

interface NewPerson {
  url: string;
  sandbox: Pick<Sandbox, 'messages'>;
  number: number;
}

const session = z.object({
  result: z.object({ data: z.object({ company: z.object({ id: z.string(), contractorId: z.string() }) }) }),
});

/** Signs up by the procedures, with the code from the email. Each person comes from their own network. */
export async function signUp({ url, sandbox, number }: NewPerson): Promise<Account> {
  const email = `owner${number}@picket.test`;
  const call = async (procedure: string, input: object): Promise<Response> => {
    const answer = await fetch(`${url}/trpc/${procedure}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.250.${number >> 8}.${number & 255}` },
      body: JSON.stringify(input),
    });
    if (!answer.ok) throw new Error(`${procedure}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  await call('auth.signUp', { email, password: PASSWORD, name: 'Dana Reed', companyName: `Fences No. ${number}` });
  const code = await codeFor(sandbox, email);
  const verified = await call('auth.verifyEmail', { email, code });
  const { company } = session.parse(await verified.json()).result.data;
  const companyId = company.id as CompanyId;
  return {
    contractorId: company.contractorId,
    companyId,
    cookie: verified.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; '),
    ticket: () => Promise.resolve(issueTicket(companyId, secretOfTests, new Date(Date.now() - 60 * SECOND))),
  };
}

async function codeFor({ messages }: NewPerson['sandbox'], email: string): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const text = messages.all().findLast(({ to }) => to === email)?.text ?? '';
    const code = /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0];
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no code was sent to ${email}`);
}

export interface Dashboard {
  /** How many changes have arrived so far. */
  changes: number;
  faults: string[];
  close(): void;
}

/** The shortest time between two reads of the list, like the dashboard's own. */
const LIST_EVERY = SECOND;

/** Opens an account's live updates, and reads the list of leads again after each change. */
export function openDashboard(url: string, { cookie }: Account): Dashboard {
  const closed = new AbortController();
  const dashboard: Dashboard = { changes: 0, faults: [], close: () => closed.abort() };
  const read = async (): Promise<void> => {
    const answer = await fetch(`${url}/trpc/leads.list?input=${encodeURIComponent('{}')}`, { headers: { cookie } });
    await answer.text();
    if (!answer.ok) dashboard.faults.push(`leads.list answered ${answer.status}`);
  };
  let asked: NodeJS.Timeout | undefined;
  const listen = async (): Promise<void> => {
    const stream = await fetch(`${url}/trpc/leads.onChange`, {
      headers: { cookie, accept: 'text/event-stream' },
      signal: closed.signal,
    });
    for await (const chunk of stream.body ?? []) {
      const text = Buffer.from(chunk).toString();
      if (!text.includes('leadId')) continue;
      dashboard.changes += 1;
      asked ??= setTimeout(() => {
        asked = undefined;
        read().catch((error: unknown) => dashboard.faults.push(String(error)));
      }, LIST_EVERY);
    }
  };
  const stay = async (): Promise<void> => {
    // A stream ends after ten minutes, and the browser opens it again.
    while (!closed.signal.aborted) await listen().catch(() => undefined);
  };
  void stay();
  return dashboard;
}
