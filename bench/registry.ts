import type { Line } from './result.ts';

interface Bench {
  what: string;
  run: () => Promise<Line[]>;
}

/**
 * Every benchmark by its id. Each module is loaded when its benchmark runs. `docs/benchmarks.md` explains the
 * benchmarks and their goals.
 */
export const BENCHES: Record<string, Bench> = {
  D1: {
    what: 'JavaScript of the first painted dashboard screen, gzip',
    run: async () => (await import('./d1.bench.ts')).d1(),
  },
  L1: {
    what: 'page 2,000 of 100,000 leads against page 1',
    run: async () => (await import('./l1.bench.ts')).l1(),
  },
  L2: {
    what: 'type-ahead over 1,000,000 leads of one company',
    run: async () => (await import('./l2.bench.ts')).l2(),
  },
  R1: {
    what: 'a report over 1,000,000 leads of one company against one sequential scan of them',
    run: async () => (await import('./r1.bench.ts')).r1(),
  },
  Q4: {
    what: 'follow-ups of three steps for 10,000 imported leads against one bare insert of the rows',
    run: async () => (await import('./q4.bench.ts')).q4(),
  },
  W1: {
    what: 'widget: all that a host page loads before a person acts, brotli',
    run: async () => (await import('./widget.bench.ts')).w1(),
  },
  W2: { what: 'widget-embed.js itself, brotli', run: async () => (await import('./widget.bench.ts')).w2() },
  S1: {
    what: 'leads.get over HTTP against bare http and prepared pg, and against the same work by hand',
    run: async () => (await import('./s1.bench.ts')).s1(),
  },
  S2: {
    what: 'the widget’s configuration over HTTP against bare http and prepared pg',
    run: async () => (await import('./s1.bench.ts')).s2(),
  },
  F1: {
    what: 'leads.list of one company while another sends 100 estimates at once, and while 200 widgets open',
    run: async () => (await import('./fair.bench.ts')).f1(),
  },
  Q1: {
    what: '50,000 follow-ups due in one instant: the last one handed to the sender',
    run: async () => (await import('./q1.bench.ts')).q1(),
  },
  Q2: {
    what: 'follow-ups claimed and completed a second, against SQL by hand',
    run: async () => (await import('./q2.bench.ts')).q2(),
  },
  M1: {
    what: 'mails from claim to note against nodemailer alone',
    run: async () => (await import('./m1.bench.ts')).m1(),
  },
  M2: {
    what: 'the worker’s memory over many messages',
    run: async () => (await import('./m2.bench.ts')).m2(),
  },
  A1: {
    what: 'the sales agent in written conversations, guided',
    run: async () => (await import('./agent/agent.bench.ts')).a1(),
  },
  A2: {
    what: 'the same conversations with a model, behaving and misbehaving',
    run: async () => (await import('./agent/agent.bench.ts')).a2(),
  },
  H1: {
    what: 'Lighthouse’s scores of the homeowner’s, the landing and the sign-in page',
    run: async () => (await import('./h1.bench.ts')).h1(),
  },
  T1: {
    what: 'what to do today, of a company with 100,000 leads',
    run: async () => (await import('./t1.bench.ts')).t1(),
  },
  V1: {
    what: 'a member’s calendar with 2,000 events, read for busy times, against parsing alone',
    run: async () => (await import('./v1.bench.ts')).v1(),
  },
  P1: {
    what: 'a key stroke in an estimate of 40 runs and 60 lines to the new total, against the formula alone',
    run: async () => (await import('./p1.bench.ts')).p1(),
  },
};
