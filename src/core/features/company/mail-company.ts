import { brandFill } from '#shared/features/widget/brand-fill.ts';
import type { CompanyRow } from './company.table.ts';
import { ACCESS_COLUMNS, accessOf, type AccessRow } from '../billing/access.ts';
import { logoUrlOf } from './company-view.ts';
import { planPictureUrl } from '../messages/plan-picture.ts';
import type { RenderContext } from '../messages/define-message.ts';
import type { MailBrand, MailCompany } from '../messages/emails/company-mail.tsx';

const HEX = /^#[0-9a-f]{6}$/;

let last: MailBrand | undefined;

/**
 * Returns the email styling for a color. Caches only the last result. A company's emails are sent in batches, and
 * computing the styling takes 25 µs (bench M1).
 */
const brandOf = (color: string): MailBrand => {
  if (last?.color !== color) last = { color, ...brandFill(color) };
  return last;
};

/** Returns the company's own color, or null if its plan doesn't include branding. */
export const mailBrand = (
  { widget_primary_color: color }: Pick<CompanyRow, 'widget_primary_color'>,
  plan: AccessRow | undefined,
  now: Date,
): MailBrand | null => (accessOf(plan, now).features.branding && HEX.test(color) ? brandOf(color) : null);

type Context = Pick<RenderContext, 'tx' | 'company' | 'config' | 'clock'>;

/** A sender's details at the time an estimate or message was sent. Later changes to the company don't affect them. */
interface SenderThen extends Pick<MailCompany, 'name' | 'email' | 'phone' | 'postalAddress'> {
  /** Missing in details stored before companies had logos. */
  logo?: { hash: string } | null;
}

const now = ({ company }: Context): SenderThen => ({
  name: company.name,
  email: company.email,
  phone: company.phone,
  postalAddress: company.postal_address,
  logo: company.logo_hash === null ? null : { hash: company.logo_hash },
});

/**
 * Reads the company's details for an email. If the estimate or message was stored with the company's details
 * (`sender`), returns those details. Otherwise, returns the current details. Always uses the current color.
 */
export async function mailCompany(
  context: Context,
  { company: sender }: { company: SenderThen } = { company: now(context) },
): Promise<MailCompany> {
  const { tx, company, config, clock } = context;
  const plan = await tx
    .selectFrom('subscribers')
    .select(ACCESS_COLUMNS)
    .where('company_id', '=', company.id)
    .executeTakeFirst();
  return {
    name: sender.name,
    email: sender.email,
    phone: sender.phone,
    postalAddress: sender.postalAddress,
    logoUrl: sender.logo ? logoUrlOf(config, sender.logo.hash) : null,
    brand: mailBrand(company, plan, clock.now()),
    picturesAt: config.PUBLIC_URL,
    planOf: (drawing, language) => planPictureUrl(config, drawing, language),
  };
}
