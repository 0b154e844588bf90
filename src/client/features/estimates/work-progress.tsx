import type { EstimateListItem } from '#shared/features/estimates/estimates.schema.ts';
import { isAtStart } from '#shared/features/payments/payment-plan.rules.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDay } from '../../lib/dates.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useLeadsAddress } from '../leads/leads-address.ts';
import { useAfterPayment } from '../payments/use-after-payment.ts';

/** The names of the payment plan's stages that are due when the work starts and aren't paid. '' if there are none. */
const askedAtStart = ({ stages }: EstimateListItem): string =>
  stages.flatMap(({ due, status, label }) => (isAtStart(due) && status !== 'paid' ? [label] : [])).join(', ');

/** Describes the work's progress and, unless the estimate is paid in full, the homeowner's next step. */
const wordsOf = (estimate: EstimateListItem, zone: string | undefined) => {
  const { workStartedAt, workDoneAt, balanceAwaitsWork, status } = estimate;
  const atStart = askedAtStart(estimate);
  const owes = status !== 'paid';
  if (workDoneAt)
    return `Work finished ${formatDay(workDoneAt, zone)}.${owes ? ' The estimate page asks for the balance.' : ''}`;
  if (workStartedAt) {
    const next = atStart ? ` The estimate page asks for ${atStart}.` : ' The balance can be paid online.';
    return `Work started ${formatDay(workStartedAt, zone)}.${owes ? next : ''}`;
  }
  if (!owes) return 'Paid in full.';
  if (atStart) return `Once work starts, the estimate page asks the homeowner for ${atStart}.`;
  return balanceAwaitsWork
    ? 'State law limits payments before work starts. Once work starts, the balance can be paid online.'
    : 'Once the work is done, the estimate page asks the homeowner for the balance.';
};

/**
 * Whether the homeowner has paid and the work has started but isn't finished. If so, 'Mark work as done' is the sheet's main
 * button.
 */
export const isUnderWay = ({ acceptance, status, workStartedAt, workDoneAt }: EstimateListItem): boolean =>
  acceptance !== null &&
  (status === 'deposit_paid' || status === 'paid') &&
  workStartedAt !== null &&
  workDoneAt === null;

/** Records the progress of a signed estimate's work. */
const useWork = () => {
  const after = useAfterPayment();
  const start = trpc.estimates.setWorkStarted.useMutation();
  const reopen = trpc.estimates.reopenWork.useMutation();
  const answer = (said: string) => ({
    onSuccess: () => {
      toast.done(said);
      void after();
    },
    onError: (error: unknown) => sayFailed('We couldn’t save the work status', error),
  });
  const setStarted = ({ id: estimateId, status, balanceAwaitsWork }: EstimateListItem, started: boolean) => {
    const balance = started ? 'The balance can be paid now' : 'The balance can’t be paid until work starts';
    const work = started ? 'Work has started' : 'Work hasn’t started';
    start.mutate({ estimateId, started }, answer(status === 'paid' || !balanceAwaitsWork ? work : balance));
  };
  const setOpen = ({ id: estimateId, status }: EstimateListItem) =>
    reopen.mutate(
      { estimateId },
      answer(status === 'paid' ? 'Work isn’t done' : 'The balance isn’t due until the work is done'),
    );
  return { setStarted, setOpen, working: start.isPending || reopen.isPending };
};

/** Opens the message that tells the homeowner that the work is done. `isMain` makes it the sheet's main button. */
export function FinishWork({ leadId, isMain = false }: { leadId: string; isMain?: boolean }) {
  const { openDialog } = useLeadsAddress();
  return (
    <Button variant={isMain ? 'primary' : 'default'} onClick={() => openDialog(leadId, 'work-done')}>
      Mark work as done
    </Button>
  );
}

interface WorkProgressProps {
  leadId: string;
  estimates: readonly EstimateListItem[] | undefined;
}

/**
 * Shows the progress of a signed estimate's work. One button reports that the work is finished. The homeowner is then
 * told and asked for what is due, and the button takes that back. If the US state caps payments before work starts (C27),
 * or if the payment plan asks for a payment when the work starts, another button reports that the work has started. Shows
 * nothing if no estimate is signed.
 */
export function WorkProgress({ leadId, estimates }: WorkProgressProps) {
  const { zone } = useTimeZone();
  const { setStarted, setOpen, working } = useWork();
  const signed = estimates?.find(({ acceptance, status }) => acceptance !== null && status !== 'superseded');
  if (!signed) return null;
  const { workStartedAt, workDoneAt, stages, balanceAwaitsWork } = signed;
  const inFoot = isUnderWay(signed) && signed === estimates?.[0];
  const startMatters = balanceAwaitsWork || stages.some(({ due }) => isAtStart(due));
  const mayStart = startMatters && workDoneAt === null;
  return (
    <section className="stack-s">
      <h3>Work</h3>
      <p className="sm muted">{wordsOf(signed, zone)}</p>
      <div className="row flex-wrap gap-2">
        {mayStart && (
          <Button
            variant={workStartedAt === null ? 'default' : 'quiet'}
            working={working}
            onClick={() => setStarted(signed, workStartedAt === null)}
          >
            {workStartedAt === null ? 'Mark work as started' : 'Mark work as not started'}
          </Button>
        )}
        {!inFoot && workDoneAt === null && <FinishWork leadId={leadId} />}
        {workDoneAt !== null && (
          <Button variant="quiet" working={working} onClick={() => setOpen(signed)}>
            Mark work as not done
          </Button>
        )}
      </div>
    </section>
  );
}
