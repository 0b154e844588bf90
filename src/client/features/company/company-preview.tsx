import type { CompanyView } from '#shared/features/company/company.schema.ts';
import { validUntil } from '#shared/features/estimates/estimate-number.rules.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import { problemOf } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner, Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EstimatePaper } from '../estimates/estimate-paper.tsx';
import '../estimates/estimates.css';
import { reckon } from '../estimates/price-option.rules.ts';
import { useOwnDeposit } from '../payments/use-own-deposit.ts';
import { type CompanyForm, previewSender } from './company-form.rules.ts';

const SAMPLE_CUSTOMER = {
  name: 'Sample Homeowner',
  email: 'homeowner@example.com',
  phone: '(555) 555-0172',
  address: '118 Larkmeadow Ct, Your Town',
};
const SAMPLE_FENCE = { perimeter: 184, gateCount: 1 };
const SAMPLE_NOTES = 'The old fence on the north side comes out first.';

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

interface CompanyPreviewProps {
  /** The details as typed, whether saved or not. */
  typed: CompanyForm;
  company: CompanyView;
  onClose: () => void;
}

/**
 * Shows an estimate for a sample fence as a homeowner would get it (spec, section 2). It uses the company's prices and
 * terms.
 */
export default function CompanyPreview({ typed, company, onClose }: CompanyPreviewProps) {
  const pricing = trpc.pricing.get.useQuery();
  const terms = trpc.terms.get.useQuery();
  const depositTerms = useOwnDeposit();
  const today = localDateOf(useNow(), typed.timeZone);
  const { sender, samples } = previewSender(typed, company.logoUrl);
  const materialId = pricing.data?.materials[0]?.id;
  const estimate =
    pricing.data && materialId !== undefined
      ? reckon({ ...SAMPLE_FENCE, materialId }, pricing.data, { depositTerms })
      : undefined;
  const failed = [pricing, terms].find((query) => query.isError && !query.data);
  return (
    <Dialog open onClose={onClose} width={640} title="Estimate Preview" readOnly>
      <div className="paper pad stack">
        {samples.length > 0 && (
          <Note>
            Your {list.format(samples)} {samples.length === 1 ? 'is' : 'are'} missing. Sample text is shown instead.
          </Note>
        )}
        {failed && (
          <Banner
            action={<Button onClick={() => void Promise.all([pricing.refetch(), terms.refetch()])}>Try again</Button>}
          >
            {problemOf(failed.error).message}
          </Banner>
        )}
        {!failed && !(estimate && terms.data) && <SkeletonRows rows={5} height={74} label="Loading the estimate" />}
        {estimate && terms.data && (
          <EstimatePaper
            company={sender}
            lead={SAMPLE_CUSTOMER}
            estimate={estimate}
            drawing={null}
            dates={{ date: today, validUntil: validUntil(today) }}
            preview={{ notes: SAMPLE_NOTES, terms: terms.data.text, language: 'en' }}
          />
        )}
      </div>
    </Dialog>
  );
}
