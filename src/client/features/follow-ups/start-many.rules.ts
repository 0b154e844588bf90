import {
  CALLS_AT_ONCE,
  type FollowUpChannel,
  MOST_LEADS_AT_ONCE,
  type StartManyView,
} from '#shared/features/follow-ups/follow-ups.schema.ts';

/** A selected lead. The name is shown if follow-ups can't be started for this lead. */
export interface ChosenLead {
  id: string;
  name: string;
}

type Outcome = StartManyView['leads'][number];

/** The leads that share a reason. Groups are sorted by size, largest first. */
export interface ReasonGroup {
  reason: string;
  names: string[];
}

export interface StartSummary {
  /** The leads whose follow-ups were started or, in a preview, can be started. */
  started: string[];
  already: number;
  refused: ReasonGroup[];
  /** Leads whose follow-ups start without texts, grouped by reason. */
  withoutTexts: ReasonGroup[];
}

const grouped = (outcomes: readonly Outcome[], nameOf: ReadonlyMap<string, string>): ReasonGroup[] =>
  [...Map.groupBy(outcomes, ({ reason }) => reason ?? 'We can’t send follow-ups')]
    .map(([reason, of]) => ({ reason, names: of.map(({ leadId }) => nameOf.get(leadId) ?? 'A lead') }))
    .toSorted((a, b) => b.names.length - a.names.length);

/** Combines the server's responses into one summary. */
export const summarize = (outcomes: readonly Outcome[], leads: readonly ChosenLead[]): StartSummary => {
  const nameOf = new Map(leads.map(({ id, name }) => [id, name]));
  const of = (outcome: Outcome['outcome']) => outcomes.filter((one) => one.outcome === outcome);
  const started = of('started');
  return {
    started: started.map(({ leadId }) => leadId),
    already: of('already').length,
    refused: grouped(of('refused'), nameOf),
    withoutTexts: grouped(
      started.filter(({ reason }) => reason !== null),
      nameOf,
    ),
  };
};

/** Splits a list into lists of at most `size`. */
const inBatches = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_none, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/**
 * Splits lead IDs into API calls, and puts the calls into groups. Each call is an array of IDs. The calls in a group
 * run concurrently, and the groups run one after another. If `firstAlone` is true, the first group contains only one
 * call.
 */
export const inTurns = (ids: readonly string[], firstAlone: boolean): string[][][] => {
  const calls = inBatches(ids, MOST_LEADS_AT_ONCE);
  const alone = firstAlone ? 1 : 0;
  return [...inBatches(calls.slice(0, alone), 1), ...inBatches(calls.slice(alone), CALLS_AT_ONCE)];
};

export interface Turns {
  ids: readonly string[];
  /** The channel. If null, all calls use the channel that the first call's response returns. */
  channel: FollowUpChannel | null;
  ask: (leadIds: string[], channel: FollowUpChannel | null) => Promise<StartManyView>;
  /** Returns false once the dialog is closed or a newer run has started. */
  isWanted: () => boolean;
  /** Called with the number of leads processed so far. */
  onAnswered: (leads: number) => void;
}

/**
 * Sends the leads to the server in groups of concurrent calls, one group at a time. If the result is no longer needed,
 * stops making calls and returns null without reporting an error.
 */
export async function askInTurns({
  ids,
  channel,
  ask,
  isWanted,
  onAnswered,
}: Turns): Promise<{ outcomes: Outcome[]; channel: FollowUpChannel | null } | null> {
  const outcomes: Outcome[] = [];
  let by = channel;
  let answered = 0;
  const answer = async (leadIds: string[]): Promise<StartManyView> => {
    const view = await ask(leadIds, by);
    answered += view.leads.length;
    if (isWanted()) onAnswered(answered);
    return view;
  };
  try {
    for (const calls of inTurns(ids, by === null)) {
      const views = await Promise.all(calls.map(answer));
      if (!isWanted()) return null;
      by = views[0]?.channel ?? by;
      outcomes.push(...views.flatMap(({ leads }) => leads));
    }
  } catch (error) {
    if (isWanted()) throw error;
    return null;
  }
  return { outcomes, channel: by };
}

const NAMED = 3;

/** Returns text such as 'Ann, Bob, Cem and 12 more'. */
export const namesText = (names: readonly string[]): string => {
  const more = names.length - NAMED;
  return more > 1 ? `${names.slice(0, NAMED).join(', ')} and ${more.toLocaleString('en-US')} more` : names.join(', ');
};

const MESSAGES: Record<FollowUpChannel, [one: string, many: string]> = {
  sms: ['One text', 'texts'],
  email: ['One email', 'emails'],
  both: ['One text and email', 'texts and emails'],
};

/** Returns text such as '3 texts each, on days 1, 3 and 7'. */
export const cadenceText = (channel: FollowUpChannel, days: readonly number[]): string => {
  const [one, many] = MESSAGES[channel];
  if (days.length === 1) return `${one} each, on day ${days[0] ?? 1}`;
  return `${days.length} ${many} each, on days ${days.slice(0, -1).join(', ')} and ${days.at(-1) ?? ''}`;
};
