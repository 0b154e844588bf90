import { type FollowUpStep, MAX_MESSAGE_LENGTH } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { discountWords } from '#shared/features/estimates/offer-price.rules.ts';
import { fillTags, TAGS } from '#shared/features/follow-ups/tags.rules.ts';
import { textMessageBody } from '#shared/features/messages/sms-text.rules.ts';
import { type Language, languageOf } from '#shared/primitives/language.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import type { CompanyRow } from '../company/company.table.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';

/** The longest form of an offer's last day in each language. */
const LONGEST_DAY: Record<Language, string> = { en: 'Sep 30, 2026', es: '30 de septiembre de 2026' };

/** A placeholder longer than any short link to an estimate. It leaves 79 characters for the product's own URL. */
const LONGEST_LINK = 'x'.repeat(100);

interface Texts {
  steps: readonly FollowUpStep[];
  company: Pick<CompanyRow, 'name'>;
  lead: Pick<LeadRow, 'name' | 'address' | 'perimeter_ft' | 'quote_cents' | 'language'>;
}

/**
 * Checks that each step fits into one text message (T12). The length includes filled-in tags, the company's name and
 * the STOP hint. Throws VALIDATION_FAILED, naming the step that's too long.
 */
export function refuseTooLong({ steps, company, lead }: Texts): void {
  for (const [index, { message, offer }] of steps.entries()) {
    if (isSurelyShort(message, { company, lead })) continue;
    const language = languageOf(lead);
    const values = {
      name: lead.name,
      address: lead.address,
      totalFeet: lead.perimeter_ft,
      estimateCents: lead.quote_cents,
      offer: offer && discountWords(offer, language),
      offerEnds: offer && LONGEST_DAY[language],
      estimateLink: LONGEST_LINK,
    };
    const body = fillTags(message, values, TAGS, language);
    const over =
      textMessageBody({ body, companyName: company.name, first: true, language }).length - MAX_MESSAGE_LENGTH;
    if (over > 0)
      throw invalid({
        [`steps.${index}.message`]: `Too long for a text. Your company’s name and “Reply STOP to opt out.” put it ${over.toLocaleString('en-US')} ${over === 1 ? 'character' : 'characters'} over the limit of 1,600`,
      });
  }
}

/**
 * The characters reserved for the STOP hint, the colon after the company's name and a price's digits, with a margin.
 */
const AROUND = 100;
const LONGEST_VALUE = LONGEST_LINK.length;

/**
 * Whether a text is certain to fit, whatever the tags' values. If so, it doesn't have to be filled in for thousands of
 * leads.
 */
const isSurelyShort = (message: string, { company, lead }: Pick<Texts, 'company' | 'lead'>): boolean => {
  const tags = message.split('{{').length - 1;
  const longest = Math.max(LONGEST_VALUE, lead.address?.length ?? 0);
  return message.length + tags * longest + company.name.length + AROUND <= MAX_MESSAGE_LENGTH;
};
