import { adminKinds } from '#core/features/admin/admin-message-kinds.ts';
import { authKinds } from '#core/features/auth/auth-message-kinds.ts';
import { estimateKinds } from '#core/features/estimates/estimate-message-kinds.ts';
import { feedbackKinds } from '#core/features/feedback/feedback-message-kinds.ts';
import { leadKinds } from '#core/features/leads/lead-message-kinds.ts';
import { conversationKinds } from '#core/features/messages/conversation-kinds.ts';
import { messageKinds } from '#core/features/messages/message-kinds.ts';
import { paymentKinds } from '#core/features/payments/payment-message-kinds.ts';
import { reminderKinds } from '#core/features/reminders/reminder-message-kinds.ts';
import { codeKinds } from '#core/features/trust/code-kinds.ts';
import type { OutboxKindName } from '#core/features/messages/outbox.repository.ts';
import type { OutboxKind } from '#core/features/messages/outgoing.ts';

/** How each message of the outbox is made; the type refuses a gap. */
export const outboxKinds: Record<OutboxKindName, OutboxKind> = {
  ...leadKinds,
  ...estimateKinds,
  ...messageKinds,
  ...conversationKinds,
  ...authKinds,
  ...codeKinds,
  ...feedbackKinds,
  ...paymentKinds,
  ...reminderKinds,
  ...adminKinds,
};
