import { useState } from 'react';
import type { DealView } from '#shared/features/crm/crm.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { draft } from '../../lib/draft.ts';
import { isSameJson } from '../../lib/form.ts';

/** The lead fields that the deal form uses. */
export type DealLead = { id: string; name: string };

/** The values as typed. `amount` is in dollars. `expectedClose` is a date ('2026-12-01') or ''. */
export type DealTexts = { title: string; amount: string; note: string; expectedClose: string; lostReason: string };

interface Kept {
  values: DealTexts;
  lead: DealLead | null;
  stageId: string | null;
  ownerId: string | null;
}

const dollars = (cents: number | null): string => (cents === null ? '' : formatCents(cents).slice(1));

const startOf = (deal: DealView | undefined, lead: LeadView | undefined): Kept => ({
  values: {
    title: deal?.title ?? lead?.name ?? '',
    amount: dollars(deal ? deal.amountCents : (lead?.quoteCents ?? null)),
    note: deal?.note ?? '',
    expectedClose: deal?.expectedClose ?? '',
    lostReason: deal?.lostReason ?? '',
  },
  lead: deal ? deal.lead && { id: deal.lead.id, name: deal.lead.name } : lead ? { id: lead.id, name: lead.name } : null,
  stageId: null,
  ownerId: deal ? (deal.owner?.userId ?? null) : (lead?.assignee?.userId ?? null),
});

const isText = (value: unknown): value is string => typeof value === 'string';
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns the values that were typed before the session ended, or undefined if they aren't valid. */
const readKept = (kept: unknown): Partial<Kept> | undefined => {
  if (!isRecord(kept) || !isRecord(kept['values'])) return undefined;
  const { title, amount, note, expectedClose, lostReason } = kept['values'];
  if (!isText(title) || !isText(amount) || !isText(note) || !isText(expectedClose) || !isText(lostReason))
    return undefined;
  const lead = kept['lead'];
  return {
    values: { title, amount, note, expectedClose, lostReason },
    lead: isRecord(lead) && isText(lead['id']) && isText(lead['name']) ? { id: lead['id'], name: lead['name'] } : null,
    stageId: isText(kept['stageId']) ? kept['stageId'] : null,
    ownerId: isText(kept['ownerId']) ? kept['ownerId'] : null,
  };
};

/**
 * The deal form's values, stored in this browser tab while the user types. If a lead is given, it's filled in for a
 * new deal.
 */
export const useDealForm = ({
  orgId,
  deal,
  lead: given,
}: {
  orgId: string;
  deal: DealView | undefined;
  lead: LeadView | undefined;
}) => {
  const key = `crm:deal:${deal?.id ?? orgId}`;
  // The values from when the form was opened. They're needed so that a save in another browser doesn't replace typed
  // text.
  const [opened] = useState(() => startOf(deal, undefined));
  const [typed, setTyped] = useState<Partial<Kept>>(() => readKept(draft.find(key)) ?? {});
  const start = deal ? opened : startOf(undefined, given);
  const now: Kept = { ...start, ...typed };
  const keep = (change: Partial<Kept>) => {
    const next = { ...now, ...change };
    setTyped(next);
    draft.keep(key, next);
  };
  return {
    ...now,
    dirty: !isSameJson(now, start),
    type: (change: Partial<DealTexts>) => keep({ values: { ...now.values, ...change } }),
    chooseLead: (lead: DealLead | null) => keep({ lead }),
    chooseOwner: (ownerId: string | null) => keep({ ownerId }),
    chooseStage: (stageId: string) => keep({ stageId }),
    forget: () => draft.forget(key),
  };
};
