import type { DealUpdateInput, DealView } from '#shared/features/crm/crm.schema.ts';
import { readAmount } from '#shared/features/crm/amount.rules.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import type { DealLead, DealTexts } from './use-deal-form.ts';

type Form = DealTexts & { lead: DealLead | null; stageId: string | null; ownerId: string | null };

/**
 * Returns only the fields that were changed in the form, so that changes made to other fields in another browser are
 * kept.
 */
export const changesOf = (deal: DealView, form: Omit<Form, 'stageId'>) => {
  const { title, amount, note, lead, ownerId } = form;
  const expectedClose = form.expectedClose || null;
  const lostReason = form.lostReason.trim() || null;
  const amountCents = readAmount(amount) ?? null;
  return {
    ...(title.trim() !== deal.title && { title }),
    ...(amountCents !== deal.amountCents && { amountCents }),
    ...(note.trim() !== deal.note && { note }),
    ...(expectedClose !== deal.expectedClose && { expectedClose }),
    ...(lostReason !== deal.lostReason && { lostReason }),
    ...(ownerId !== (deal.owner?.userId ?? null) && { ownerId }),
    ...((lead?.id ?? null) !== (deal.lead?.id ?? null) && { leadId: lead?.id ?? null }),
  } satisfies Partial<Record<keyof DealUpdateInput, unknown>>;
};

interface SaveOptions {
  orgId: string;
  /** The deal to update. Missing for a new deal. */
  deal: DealView | undefined;
  /** Called after the server has saved the values. */
  saved: () => void;
  /** Called after saving, if the dialog is still open. */
  close: () => void;
}

/** Creates or updates a deal. */
export const useSaveDeal = ({ orgId, deal, saved, close }: SaveOptions) => {
  const utils = trpc.useUtils();
  const done = (said: string, detail: string) => {
    saved();
    toast.done(said, { detail });
    return utils.crm.invalidate();
  };
  const create = trpc.crm.deals.create.useMutation({ onSuccess: ({ title }) => done('Deal created', title) });
  const update = trpc.crm.deals.update.useMutation({ onSuccess: ({ title }) => done('Deal saved', title) });
  const save = (form: Form) => {
    if (deal) return update.mutate({ dealId: deal.id, ...changesOf(deal, form) }, { onSuccess: close });
    create.mutate(
      {
        orgId,
        title: form.title,
        amountCents: readAmount(form.amount) ?? null,
        note: form.note,
        leadId: form.lead?.id ?? null,
        expectedClose: form.expectedClose || null,
        ...(form.ownerId !== null && { ownerId: form.ownerId }),
        ...(form.stageId !== null && { stageId: form.stageId }),
      },
      { onSuccess: close },
    );
  };
  return { save, call: deal ? update : create };
};
