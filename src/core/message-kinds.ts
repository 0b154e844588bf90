import { adminAlert } from './features/admin/messages/admin-alert.ts';
import { agentHandover, agentReply } from './features/agent/messages/agent-messages.ts';
import { authChanged, authCode, authKnown, authReset, authVerify } from './features/auth/messages/auth-messages.ts';
import { companyDeletion } from './features/data-rights/messages/company-deletion.ts';
import { messageTyped, replyNotice } from './features/conversations/messages/conversation-messages.ts';
import {
  estimateAccepted,
  estimateDeclined,
  estimateQuestion,
  estimateSent,
  estimateSigned,
} from './features/estimates/messages/estimate-messages.ts';
import { changeAgreed, changeNotice, changeSent } from './features/changes/messages/change-messages.ts';
import { feedbackReceived, feedbackReply } from './features/feedback/messages/feedback-messages.ts';
import { scheduleStopped } from './features/schedules/messages/schedule-stopped.ts';
import { followUp } from './features/follow-ups/messages/follow-up.ts';
import { leadNotice, leadReceived } from './features/leads/messages/lead-messages.ts';
import { textsRefused } from './features/delivery/messages/texts-refused.ts';
import { loadKinds } from './features/messages/load-kinds.ts';
import { registerKinds } from './features/messages/registry.ts';
import { paymentFailed, paymentNotice, paymentReceipt } from './features/payments/messages/payment-messages.ts';
import {
  helpAnswer,
  optInConfirmation,
  optOutConfirmation,
} from './features/permission/messages/permission-messages.ts';
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
