import { Send } from 'lucide-react';
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
  /** Of each option; undefined where it has no price. */
  totals: readonly (number | undefined)[];
  sending: boolean;
  /** From pressing the button until the dialog is gone: the lead already counts as sent to. */
  busy: boolean;
  /** Why the last try was refused. */
  problem: Problem | null;
  /** Details of the company that an estimate can't go without. */
  missing: readonly string[];
  onSend: () => void;
}

/** Where it goes and what it costs, 'Cancel' and the one button. On phones the total stands here. */
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
      <div className="phone grow">
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
