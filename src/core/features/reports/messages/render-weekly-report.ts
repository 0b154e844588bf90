import { formatMonthDay, localDate } from '#shared/primitives/local-date.ts';
import { mailCompany } from '../../company/mail-company.ts';
import type { Renderer } from '../../messages/define-message.ts';
import { renderWeeklyMail } from '../emails/weekly-mail.tsx';
import { weeklyChanges } from '../weekly-changes.ts';
import { weeklyReportLink } from '../weekly-report-link.ts';

export const weekly: Renderer<{ from: string; to: string }> = {
  async mail(context) {
    const { tx, company, payload, config, clock } = context;
    if (!company.weekly_report) return { skip: 'The weekly email is turned off' };
    const week = { from: localDate(payload.from), to: localDate(payload.to) };
    const changes = await weeklyChanges(tx, company.id, { week, now: clock.now() });
    if (changes.length === 0) return { skip: 'No figure changed' };
    const days = `${formatMonthDay(week.from)} to ${formatMonthDay(week.to)}`;
    const off = weeklyReportLink(config, company.id);
    const mail = await renderWeeklyMail({
      company: await mailCompany(context),
      productName: config.PRODUCT_NAME,
      days,
      changes,
      reportUrl: `${config.PUBLIC_URL}/dashboard?tab=leads&view=reports&from=${week.from}&to=${week.to}`,
      offUrl: off.url,
    });
    return {
      ...mail,
      subject: `Your week, ${days}: ${changes.map(({ name, value }) => `${name.toLowerCase()} ${value}`)[0] ?? ''}`,
      fromName: config.PRODUCT_NAME,
      replyTo: null,
      headers: off.headers,
    };
  },
};
