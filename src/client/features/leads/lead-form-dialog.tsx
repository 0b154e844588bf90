import { useId } from 'react';
import { jobZip } from '#shared/features/leads/job-zip.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogClose } from '../../ui/dialog.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { reckon } from '../estimates/price-option.rules.ts';
import { createInputOf, FIELD_WORD, type LeadForm } from './lead-form.rules.ts';
import './lead-form.css';
import { LeadFields } from './lead-fields.tsx';
import type { LeadFormState } from './use-lead-form.ts';

/** Returns the fence's price, based on the current prices, or undefined until it can be computed. */
const priceOf = (values: LeadForm, pricing: PricingView): number | undefined => {
  const { perimeter, gateCount, materialId, zip, address } = createInputOf(values);
  if (perimeter === undefined) return undefined;
  const job = jobZip({ zip: zip || null, address: address || null });
  return reckon({ perimeter, gateCount, materialId }, pricing, { zip: job })?.totalCents;
};

interface LeadFormDialogProps {
  title: string;
  save: string;
  state: LeadFormState;
  pricing: PricingView;
  lead?: LeadView;
  onClose: () => void;
}

/** The dialog with a lead's form. Its footer shows the price. */
export function LeadFormDialog({ title, save, state, pricing, lead, onClose }: LeadFormDialogProps) {
  const form = useId();
  const cents = priceOf(state.values, pricing);
  const newer = state.newer.map((name) => FIELD_WORD[name]).join(', ');
  return (
    <Dialog
      open
      onClose={() => {
        state.reset();
        onClose();
      }}
      dirty={state.dirty && !state.working}
      width={640}
      title={title}
      bodyClassName="pad stack"
      footer={
        <>
          <p className="grow sm muted">
            {cents === undefined ? (
              'Enter the perimeter and material to get a price'
            ) : (
              <>
                <b className="num leadform-price">{formatCents(cents)}</b>
                At your current prices
              </>
            )}
          </p>
          <DialogClose asChild>
            <Button className="desk">Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            form={form}
            variant="primary"
            working={state.working}
            workingText="Saving..."
            onMouseDown={keepFocus}
          >
            {save}
          </Button>
        </>
      }
    >
      {newer && (
        <div role="status">
          <Note tone="pine">
            Someone else changed {newer} while you were editing. Saving replaces their change with yours.
          </Note>
        </div>
      )}
      <LeadFields id={form} state={state} pricing={pricing} lead={lead} />
    </Dialog>
  );
}
