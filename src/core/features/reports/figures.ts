import { lastDayOfAge, OWED_AGES } from '#shared/features/reports/figure.rules.ts';
import type { ReportFigures } from '#shared/features/reports/reports.schema.ts';
import type { Item } from './read-figures.ts';

interface More {
  /** Costs in cents by source. */
  costs: ReadonlyMap<string, number>;
  /** Names by user id. */
  names: ReadonlyMap<string, string>;
}

const NONE: Omit<Item, 'item'> = { n: 0, sent: 0, won: 0, cents: 0, value: null };

/** Computes a report's figures from the sums. */
export function toFigures(items: readonly Item[], { costs, names }: More): ReportFigures {
  const all = new Map(items.map((item) => [item.item, item]));
  const of = (item: string) => all.get(item) ?? NONE;
  const total = of('total');
  const named = (kind: string) => groupsOf(items, `${kind}:`);
  return {
    leads: total.n,
    firstAnswerMinutes: firstAnswer(all),
    answered: of('answered').n,
    funnel: {
      new: total.n,
      contacted: of('contacted').n,
      sent: of('sent').n,
      viewed: of('viewed').n,
      accepted: of('accepted').n,
      paid: of('paid').n,
    },
    winRate: total.n === 0 ? null : total.won / total.n,
    won: total.won,
    wonCents: total.cents,
    outstandingCents: of('outstanding').cents,
    depositedCents: of('deposited').cents,
    bySource: bySource(named('source'), costs),
    byMaterial: named('material').map(({ name, ...group }) => ({ materialType: name, ...group })),
    byZip: named('zip').map(({ name, ...group }) => ({ zip: name, ...group })),
    byPerson: named('user').map(({ name, ...group }) => ({ userId: name, name: names.get(name) ?? name, ...group })),
    byFirstTouch: named('first'),
    byLastTouch: named('last'),
    steps: items
      .filter(({ item, n, won }) => item.startsWith('step:') && (n > 0 || won > 0))
      .map(({ item, n, won }) => ({ step: Number(item.slice('step:'.length)), sent: n, replies: won }))
      .toSorted((a, b) => a.step - b.step),
    lostReasons: items
      .filter(({ item, n }) => item.startsWith('reason:') && n > 0)
      .map(({ item, n }) => ({ reason: item.slice('reason:'.length), count: n }))
      .toSorted((a, b) => b.count - a.count || byText(a.reason, b.reason)),
    outstanding: OWED_AGES.map((from) => ({
      from,
      to: lastDayOfAge(from),
      leads: of(`owed:${from}`).n,
      cents: of(`owed:${from}`).cents,
    })),
    depositedByMonth: items
      .filter(({ item }) => item.startsWith('month:'))
      .map(({ item, cents }) => ({ month: item.slice('month:'.length), cents }))
      .toSorted((a, b) => byText(a.month, b.month)),
  };
}

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

interface Group {
  name: string;
  leads: number;
  sent: number;
  won: number;
  wonCents: number;
}

/** Returns the groups of one kind, starting with the one that has the most leads. */
const groupsOf = (items: readonly Item[], prefix: string): Group[] =>
  items
    .filter(({ item, n }) => item.startsWith(prefix) && n > 0)
    .map(({ item, n, sent, won, cents }) => ({ name: item.slice(prefix.length), leads: n, sent, won, wonCents: cents }))
    .toSorted((a, b) => b.leads - a.leads || byText(a.name, b.name));

/** Returns the figures by source. A source with a cost is included even if it has no leads. */
const bySource = (groups: readonly Group[], costs: ReadonlyMap<string, number>): ReportFigures['bySource'] => {
  const idle = [...costs.keys()].filter((source) => groups.every(({ name }) => name !== source));
  return [...groups, ...idle.toSorted(byText).map((name) => ({ name, leads: 0, sent: 0, won: 0, wonCents: 0 }))].map(
    ({ name, ...group }) => ({ source: name, ...group, costCents: costs.get(name) ?? 0 }),
  );
};

/** Interpolates between the answer times at the two nearest ranks, as `percentile_cont` does. */
function firstAnswer(all: ReadonlyMap<string, Item>): ReportFigures['firstAnswerMinutes'] {
  const answered = all.get('answered')?.n ?? 0;
  if (answered === 0) return null;
  const at = (rank: number): number => {
    const value = all.get(`rank:${rank}`)?.value;
    if (value === null || value === undefined) throw new Error(`no answer at rank ${rank} of ${answered}`);
    return value;
  };
  const percentile = (part: number): number => {
    const place = part * (answered - 1);
    const [low, high] = [at(Math.floor(place)), at(Math.ceil(place))];
    return low + (high - low) * (place - Math.floor(place));
  };
  return { median: percentile(0.5), p90: percentile(0.9) };
}

/** Keeps only the figures that a plan without advanced analytics includes. */
export const basicOnly = ({ leads, funnel, winRate, won, bySource: sources }: ReportFigures): ReportFigures => ({
  leads,
  funnel,
  winRate,
  won,
  bySource: sources
    .filter(({ leads: count }) => count > 0)
    .map((group) => ({ ...group, wonCents: null, costCents: null })),
  firstAnswerMinutes: null,
  answered: null,
  wonCents: null,
  outstandingCents: null,
  depositedCents: null,
  byMaterial: null,
  byZip: null,
  byPerson: null,
  byFirstTouch: null,
  byLastTouch: null,
  steps: null,
  lostReasons: null,
  outstanding: null,
  depositedByMonth: null,
});
