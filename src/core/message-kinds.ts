import { adminAlert } from './features/admin/messages/admin-alert.ts';
import { agentHandover } from './features/agent/messages/agent-handover.ts';
import { agentReply } from './features/agent/messages/agent-reply.ts';
import { authChanged } from './features/auth/messages/auth-changed.ts';
import { authCode } from './features/auth/messages/auth-code.ts';
import { authKnown } from './features/auth/messages/auth-known.ts';
import { authReset } from './features/auth/messages/auth-reset.ts';
import { authVerify } from './features/auth/messages/auth-verify.ts';
import { companyDeletion } from './features/data-rights/messages/company-deletion.ts';
import { messageTyped } from './features/conversations/messages/message-typed.ts';
import { replyNotice } from './features/conversations/messages/reply-notice.ts';
import { estimateAccepted } from './features/estimates/messages/estimate-accepted.ts';
import { estimateDeclined } from './features/estimates/messages/estimate-declined.ts';
import { estimateQuestion } from './features/estimates/messages/estimate-question.ts';
import { estimateSent } from './features/estimates/messages/estimate-sent.ts';
import { estimateSigned } from './features/estimates/messages/estimate-signed.ts';
import { changeAgreed, changeNotice, changeSent } from './features/changes/messages/change-messages.ts';
import { feedbackReceived } from './features/feedback/messages/feedback-received.ts';
import { feedbackReply } from './features/feedback/messages/feedback-reply.ts';
import { scheduleStopped } from './features/schedules/messages/schedule-stopped.ts';
import { followUp } from './features/follow-ups/messages/follow-up.ts';
import { leadNotice } from './features/leads/messages/lead-notice.ts';
import { leadReceived } from './features/leads/messages/lead-received.ts';
import { textsRefused } from './features/delivery/messages/texts-refused.ts';
import { loadKinds } from './features/messages/load-kinds.ts';
import { registerKinds } from './features/messages/registry.ts';
import { paymentFailed } from './features/payments/messages/payment-failed.ts';
import { paymentNotice } from './features/payments/messages/payment-notice.ts';
import { paymentReceipt } from './features/payments/messages/payment-receipt.ts';
import { helpAnswer } from './features/permission/messages/help-answer.ts';
import { optInConfirmation } from './features/permission/messages/opt-in-confirmation.ts';
import { optOutConfirmation } from './features/permission/messages/opt-out-confirmation.ts';
import { weeklyReport } from './features/reports/messages/weekly-report.ts';
import { REMINDER_MESSAGES } from './features/reminders/messages/reminders.ts';
import {
  visitBooked,
  visitCancelled,
  visitMoved,
  visitNotice,
  visitReminder,
} from './features/visits/messages/visit-messages.ts';
import { stageDue, stageReminder, workDone } from './features/stages/messages/stage-messages.ts';
import { teamInvitation } from './features/team/messages/team-invitation.ts';
import { companyCode } from './features/trust/messages/company-code.ts';

/**
 * Lists every kind of message that an event triggers. A test finds kinds that are defined but not listed. Importing
 * this file registers all kinds (`registry.ts`). Each process imports it at startup.
 */
export const MESSAGE_KINDS = [
  leadReceived,
  leadNotice,
  estimateSent,
  estimateSigned,
  estimateAccepted,
  estimateDeclined,
  estimateQuestion,
  changeSent,
  changeAgreed,
  changeNotice,
  scheduleStopped,
  optOutConfirmation,
  optInConfirmation,
  helpAnswer,
  followUp,
  messageTyped,
  replyNotice,
  agentReply,
  agentHandover,
  authCode,
  authVerify,
  authReset,
  authKnown,
  authChanged,
  companyCode,
  companyDeletion,
  teamInvitation,
  feedbackReceived,
  feedbackReply,
  paymentNotice,
  paymentReceipt,
  paymentFailed,
  REMINDER_MESSAGES.not_viewed,
  REMINDER_MESSAGES.not_answered,
  REMINDER_MESSAGES.expiring,
  REMINDER_MESSAGES.balance,
  REMINDER_MESSAGES.review,
  stageDue,
  stageReminder,
  workDone,
  visitBooked,
  visitMoved,
  visitCancelled,
  visitReminder,
  visitNotice,
  textsRefused,
  weeklyReport,
  adminAlert,
] as const;
registerKinds(MESSAGE_KINDS);

/** Loads the message kinds with their render functions, which only the sender needs. */
export const loadMessageKinds = () => loadKinds(MESSAGE_KINDS);
