import { Pencil, Send } from 'lucide-react';
import { useState } from 'react';
import type { SubscriptionView } from '#shared/features/billing/billing.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { Button } from '../../ui/button.tsx';
import { DialogClose } from '../../ui/dialog.tsx';
import type { Problem } from '../../lib/errors.ts';
import { keepFocus } from '../../ui/keep-focus.ts';
import { goesText, quotaText, totalText } from './estimate.words.ts';
import { MissingDetails, NoWayToSend, SendProblem } from './send-problem.tsx';

interface EstimateFootProps {
  lead: LeadView;
  subscription: SubscriptionView | undefined;
  /** Each option's total. An option's total is undefined if it can't be priced. */
  totals: readonly (number | undefined)[];
  sending: boolean;
  /** True from the click until the dialog closes, a moment after the estimate is sent. */
  busy: boolean;
  /** Why the server rejected the last attempt to send the estimate. */
  problem: Problem | null;
  /** The missing company details that estimates require. */
  missing: readonly string[];
  onSend: () => void;
}

interface PreviewFootProps extends Pick<EstimateFootProps, 'totals'> {
  onEdit: () => void;
}

/**
 * The preview's footer: a button that goes back to the form and, on phones, the total, which wider previews show
 * without scrolling. It doesn't have a send button.
 */
export const PreviewFoot = ({ totals, onEdit }: PreviewFootProps) => (
  <>
    <div className="grow">
      <span className="phone est-total num">{totalText(totals)}</span>
      <p className="xs muted">Not sent yet</p>
    </div>
    <Button variant="primary" icon={<Pencil className="i" aria-hidden />} onMouseDown={keepFocus} onClick={onEdit}>
      Edit estimate
    </Button>
  </>
);

/**
 * The footer: where the estimate is sent and how many quotes it uses, 'Cancel', and the send button. On phones it also
 * shows the total.
 */
export function EstimateFoot(props: EstimateFootProps) {
  const { lead, subscription, totals, sending, busy, problem, missing, onSend } = props;
  const now = quotaText(lead, subscription);
  const [quota, setQuota] = useState(now);
  if (!busy && quota !== now) setQuota(now);
  const goes = goesText(lead);
  return (
    <>
      {problem && !sending ? (
        <SendProblem problem={problem} lead={lead} />
      ) : missing.length > 0 ? (
        <MissingDetails missing={missing} />
      ) : (
        goes === undefined && <NoWayToSend lead={lead} />
      )}
      <p className="sm muted grow desk wrap-anywhere">
        {goes} {quota && `${quota}.`}
      </p>
      <div className="phone est-bar">
        <span className="est-total num">{totalText(totals)}</span>
        <p className="xs muted">{quota ?? goes}</p>
      </div>
      <DialogClose asChild>
        <Button className="desk">Cancel</Button>
      </DialogClose>
      <Button
        variant="primary"
        icon={<Send className="i" aria-hidden />}
        working={sending}
        workingText="Sending..."
        onMouseDown={keepFocus}
        onClick={onSend}
      >
        Send Estimate
      </Button>
    </>
  );
}
