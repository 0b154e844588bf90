import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { Ask } from '../../ui/ask.tsx';

interface StopQuestionProps {
  lead: Pick<LeadView, 'name' | 'phone' | 'email'>;
  channel: MessageChannel | 'both';
  open: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks for confirmation before an opt-out is recorded. The contractor can't undo an opt-out (C11, C12, C22). */
export function StopQuestion({ lead: { name, phone, email }, channel, open, onConfirm, onCancel }: StopQuestionProps) {
  if (channel === 'both')
    return (
      <Ask
        open={open}
        title={`Stop texts and email follow-ups to ${name}?`}
        action="Stop texts and email follow-ups"
        cancel="Go back"
        onConfirm={onConfirm}
        onCancel={onCancel}
      >
        All texts, and all follow-ups and reminders by email, will stop now. You can’t undo this. {name} can get texts
        again by texting START. Estimates, receipts and emails you type will still be sent.
      </Ask>
    );
  return channel === 'sms' ? (
    <Ask
      open={open}
      title={`Stop texts to ${name}?`}
      action="Stop texts"
      cancel="Go back"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      All texts from you to {phone === null ? 'this number' : formatPhone(phone)} will stop now, including follow-ups.
      Only {name} can undo this, by texting START. {name} won’t get a confirmation.
    </Ask>
  ) : (
    <Ask
      open={open}
      title={`Stop email follow-ups to ${name}?`}
      action="Stop email follow-ups"
      cancel="Go back"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      Follow-ups and reminders to {email} will stop now, permanently. You can’t undo this. Estimates, receipts and
      messages you type will still be sent.
    </Ask>
  );
}
