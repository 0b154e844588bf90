import { createTransport } from 'nodemailer';
import type { DeliveryDeps } from '#core/features/messages/delivery/delivery.ts';
import { drainCompany } from '#core/features/messages/delivery/drain-company.ts';
import { MAILS_AT_ONCE } from '#core/features/messages/delivery/limits.ts';
import { renderFollowUpMail } from '#core/features/follow-ups/emails/follow-up-mail.tsx';
import type { CompanyRow } from '#core/platform/db/tables.ts';
import { type BenchDatabase, openDatabase } from './database.ts';
import { deliveryDeps, type Sink, startSink } from './delivery.ts';
import { fillFollowUps, resetFollowUps } from './follow-ups-data.ts';
import type { Line } from './result.ts';
import { inTurn, type Run } from './rounds.ts';

const MAILS = 4_000;
const ROUNDS = 5;
const GOAL = 0.8;
const UNPOOLED = '0.08 unpooled, recorded';

export async function m1(): Promise<Line[]> {
  const database = await openDatabase();
  const sink = await startSink();
  const deps = deliveryDeps(database, sink.port);
  const bare = await bareNodemailer(sink);
  try {
    const company = await database.a.company();
    await fillFollowUps(database, { companies: [company], each: MAILS, now: database.clock.now() });
    const result = await inTurn({ floor: bare.run, ours: delivery(database, deps, company) }, ROUNDS);
    const ratio = result.ours / result.floor;
    return [
      {
        id: 'M1',
        ours: `${Math.round(result.ours)}/s`,
        peer: UNPOOLED,
        floor: `${Math.round(result.floor)}/s`,
        ratio,
        goal: `at least ${GOAL}`,
        met: ratio >= GOAL,
        valid: result.valid,
      },
    ];
  } finally {
    bare.close();
    deps.mails.close();
    sink.close();
    await database.close();
  }
}

/** Mails a second from claim to note. */
const delivery =
  (database: BenchDatabase, deps: DeliveryDeps, company: CompanyRow): Run =>
  async () => {
    await resetFollowUps(database);
    const began = performance.now();
    while (await drainCompany(deps, company.id));
    const rate = MAILS / ((performance.now() - began) / 1000);
    const { rows } = await database.owner.query<{ sent: number }>('select count(*) as sent from messages');
    if (rows[0]?.sent !== MAILS) throw new Error(`${rows[0]?.sent} mails of ${MAILS} went out`);
    return rate;
  };

/** Mails a second by nodemailer alone: the same mails over as many connections, known beforehand. */
async function bareNodemailer({ port }: Sink): Promise<{ run: Run; close: () => void }> {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: MAILS_AT_ONCE,
    maxMessages: Number.POSITIVE_INFINITY,
    ignoreTLS: true,
  });
  const unsubscribeUrl = `http://localhost:3000/unsubscribe/${'x'.repeat(92)}`;
  const { html, text } = await renderFollowUpMail({
    body: 'Hi Dana Whitfield 1000, this is about the fence for 1000 Larkmeadow Ct, Boise, ID 83702. We measured 184 ft and our estimate is $1,702.08. Would you like to go ahead, or do you have questions? Just answer this mail.',
    companyName: 'Fences 1',
    companyPhone: '(208) 555-0100',
    logoUrl: null,
    postalAddress: '1 Main St, Boise, ID 83702',
    unsubscribeUrl,
  });
  const send = (n: number) =>
    transport.sendMail({
      messageId: `<${String(n).padStart(36, '0')}@picket.test>`,
      from: { name: 'Fences 1', address: 'no-reply@picket.test' },
      to: { name: '', address: `dana${n}@example.com` },
      replyTo: 'office1@picket.test',
      subject: 'Your fence estimate from Fences 1',
      text,
      html,
      headers: {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
        'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
      },
    });
  return {
    async run() {
      const began = performance.now();
      let next = 0;
      const lane = async (): Promise<void> => {
        for (let n = (next += 1); n <= MAILS; n = next += 1) await send(n);
      };
      await Promise.all(Array.from({ length: 2 * MAILS_AT_ONCE }, lane));
      return MAILS / ((performance.now() - began) / 1000);
    },
    close: () => transport.close(),
  };
}
