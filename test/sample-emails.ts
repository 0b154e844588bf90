import { handoverMail } from '#core/features/agent/messages/render-agent-handover.tsx';
import { renderPlatformMail } from '#core/features/messages/emails/platform-mail.tsx';
import { estimateAnsweredMail } from '#core/features/estimates/messages/answered-mail.tsx';
import { estimateSentMail } from '#core/features/estimates/messages/render-estimate-sent.tsx';
import { estimateSignedMail } from '#core/features/estimates/messages/render-estimate-signed.tsx';
import { documentOf } from '#core/features/estimates/estimate-document.ts';
import { rightToCancel } from '#core/features/estimates/right-to-cancel.ts';
import { renderFeedbackMail } from '#core/features/feedback/messages/render-feedback.tsx';
import { renderFollowUpMail } from '#core/features/follow-ups/messages/follow-up-mail.tsx';
import type { MailCompany } from '#core/features/messages/emails/company-mail.tsx';
import { leadNoticeMail } from '#core/features/leads/messages/render-lead-notice.tsx';
import { leadReceivedMail } from '#core/features/leads/messages/render-lead-received.tsx';
import { renderReplyNotice } from '#core/features/conversations/messages/render-reply-notice.tsx';
import { renderScheduleStoppedMail } from '#core/features/schedules/messages/render-schedule-stopped.tsx';
import { renderWeeklyMail } from '#core/features/reports/messages/render-weekly-report.tsx';
import { renderTypedMail } from '#core/features/conversations/messages/typed-mail.tsx';
import { paymentFailedMail } from '#core/features/payments/messages/render-payment-failed.tsx';
import { paymentReceiptMail } from '#core/features/payments/messages/render-payment-receipt.tsx';
import { paymentNoticeMail } from '#core/features/payments/messages/render-payment-notice.tsx';
import { planeAt } from '#shared/features/drawing/earth.ts';
import { NOWHERE, toDrawing } from '#shared/features/drawing/fence-drawing.ts';
import { versionOf } from './estimate-version.ts';

/** A yard with 184 ft of fence and a gate. */
const DRAWN = toDrawing(
  [
    {
      points: [
        [0, 57],
        [0, 0],
        [70, 0],
        [70, 57],
      ],
      closed: false,
      gates: [{ atFeet: 92, kind: 'walk' }],
    },
  ],
  planeAt(NOWHERE),
  false,
);

type Email = Promise<{ html: string; text: string }>;

/** Returns one of each email, with the design's sample figures. `company.picturesAt` serves the images and logo. */
export function sampleEmails(company: MailCompany): Record<string, Email> {
  const url = 'https://picket.test/estimate/token';
  const dashboard = 'https://picket.test/dashboard?tab=leads&lead=1';
  const fence = { perimeter: 184, gateCount: 1, materialType: 'Vinyl' };
  const document = documentOf(versionOf({ estimate: { number: 'EST-a1b2c3-0042', valid_until: '2026-12-16' } }));
  const name = 'Dana Whitfield';
  const asked = {
    company,
    name,
    ...fence,
    quoteCents: 354_208,
    email: 'dana.whitfield@example.com',
    phone: '+12085550172',
    address: '118 Larkmeadow Ct, Meridian, ID 83642',
    notes: 'Two dogs, and the side gate should swing out.',
    url: dashboard,
  };
  const paid = { company, name, amountCents: 177_104, number: document.number };
  const followUp =
    "Hi Dana, it's Acme Fence. Do you have any questions about the 184 ft for 118 Larkmeadow Ct?\n\nYour estimate is $3,542.08.";
  return {
    'lead-received': leadReceivedMail({ ...asked, drawing: DRAWN }),
    'lead-notice': leadNoticeMail(asked),
    'lead-notice-without-phone': leadNoticeMail({ ...asked, phone: null, quoteCents: null }),
    'estimate-sent': estimateSentMail({ document, company, url }),
    'estimate-signed': estimateSignedMail({
      document,
      company,
      signedBy: name,
      signedAt: 'Nov 16, 2026 Mon 10:00 AM',
      right: rightToCancel(document, null, new Date('2026-11-16T17:00:00Z')),
      url,
    }),
    'estimate-answered': estimateAnsweredMail({
      company,
      heading: `${name} asked a question`,
      facts: [['Question', 'Could you start in May?']],
      sentences: ['Reply to this email to answer.'],
      url: dashboard,
    }),
    'follow-up': renderFollowUpMail({
      body: followUp,
      companyName: company.name,
      companyPhone: '(208) 555-0100',
      logoUrl: company.logoUrl ?? null,
      brand: company.brand ?? null,
      postalAddress: company.postalAddress ?? '',
      unsubscribeUrl: 'https://picket.test/unsubscribe/token',
    }),
    typed: renderTypedMail({ text: `Hi Dana,\n\n${followUp}`, company, unsubscribeUrl: null }),
    'reply-notice': renderReplyNotice({
      company,
      leadName: name,
      medium: 'a text',
      text: 'Can the side gate swing out?',
      url: dashboard,
    }),
    handover: handoverMail({
      company,
      leadName: name,
      summary: {
        reach: '(208) 555-0172 or dana.whitfield@example.com',
        fence: '184 ft, Vinyl, 1 gate',
        price: 'The agent said $3,542.08.',
        why: 'They asked about permits, property lines or contracts.',
        said: 'How close to the property line may the fence stand?',
      },
      email: 'dana.whitfield@example.com',
      url: dashboard,
    }),
    'schedule-stopped': renderScheduleStoppedMail({
      company,
      productName: 'Picket',
      leadName: name,
      reason: 'Follow-ups stopped because Dana wrote to you.',
      dashboardUrl: dashboard,
    }),
    'weekly-report': renderWeeklyMail({
      company,
      productName: 'Picket',
      days: 'Nov 9 to Nov 15',
      changes: [
        { name: 'Leads', value: '12', before: '9' },
        { name: 'Win rate', value: '42%', before: '33%' },
        { name: 'Won value', value: '$14,210.00', before: '$9,884.16' },
      ],
      reportUrl: dashboard,
      offUrl: 'https://picket.test/weekly-report/token',
    }),
    'payment-receipt': paymentReceiptMail({
      ...paid,
      what: 'Deposit',
      method: 'Visa ending in 4242',
      paidOn: 'Nov 16, 2026',
      totalCents: 354_208,
      balanceCents: 177_104,
      url,
    }),
    'payment-failed': paymentFailedMail({ ...paid, url }),
    'payment-notice': paymentNoticeMail({
      company,
      headline: `${name} paid the deposit of $1,771.04`,
      amount: '$1,771.04',
      below: 'Deposit',
      next: 'Call to schedule the work.',
      facts: [['Left', '$1,771.04']],
      url: dashboard,
    }),
    code: renderPlatformMail({
      platform: { name: 'Picket', email: 'support@picket.test', phone: null, postalAddress: null },
      heading: 'Your code',
      code: '402913',
      paragraphs: ['Enter this code to sign in. It works for 10 minutes.'],
      last: "Not you? Ignore this email and don't share the code.",
    }),
    feedback: renderFeedbackMail({
      productName: 'Picket',
      supportEmail: 'support@picket.test',
      name,
      email: 'dana.whitfield@example.com',
      category: 'Idea',
      subject: 'A longer fence',
      message: 'It would help to draw the fence on a map.',
      url: 'https://picket.test',
    }),
  };
}
